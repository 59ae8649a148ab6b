import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../schemas/examples.ts';
import { nameField } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { externalIdField, MetadataText, metadataField } from '../../schemas/metadata.ts';
import { sourceLimits } from '../../schemas/source-limits.ts';
import { ConnectionDraft } from './connections/schema.ts';
import { PairDraft } from './pairs/schema.ts';
import { type SyncInterval, sourceTypes, syncIntervals, wordField } from './schema.ts';

/** Default limits of a website. */
export const websiteDefaults = { maxPages: 200, maxDepth: 5 } as const;

/** Duration of an interval in ms; a month has 30 days. */
export const intervalMs: Readonly<Record<SyncInterval, number>> = {
  hourly: 60 * 60_000,
  daily: 24 * 60 * 60_000,
  weekly: 7 * 24 * 60 * 60_000,
  monthly: 30 * 24 * 60 * 60_000,
};

const Name = nameField({
  most: 200,
  maxLength: 1000,
  description:
    'Name: 1 to 200 characters after trimming. Required for `text`, `qa`, `documents` and `notion`; otherwise the file name or the URL.',
  example: 'Shipping and returns',
});
const Text = Type.String({
  minLength: 1,
  maxLength: sourceLimits.text,
  description:
    'The text of a source of type `text`, with Markdown headings: up to 200,000 characters. Upload more as a file.',
  examples: ['# Shipping\n\nWe ship within two days.'],
});
const Url = Type.String({
  minLength: 1,
  maxLength: sourceLimits.url,
  description:
    'URL of the page, of the repository or of the S3 service without the bucket, or where the website begins: `http` ' +
    'or `https`, up to 2,000 characters.',
  examples: ['https://example.com/help'],
});
const patterns = (what: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: sourceLimits.patternCharacters }), {
    maxItems: sourceLimits.patterns,
    uniqueItems: true,
    description:
      `Patterns of URLs or paths that a sync ${what}; \`*\` stands for any text without a slash, \`**\` for any folders. ` +
      'Max 50. Empty unless set.',
    examples: [[]],
  });
const MaxPages = Type.Integer({
  minimum: 1,
  maximum: sourceLimits.maxPages,
  description: 'Max pages of a website: 1 to 5,000. 200 unless set.',
  examples: [200],
});
const MaxDepth = Type.Integer({
  minimum: 0,
  maximum: sourceLimits.maxDepth,
  description: 'Max links from the first page of a website: 0 to 20. 5 unless set.',
  examples: [5],
});
const Interval = Type.Union([wordField(syncIntervals, 'Interval of its syncs.'), Type.Null()], {
  description:
    'Interval at which content of another server is read again; null for on demand only, which is the default.',
  examples: ['weekly'],
});

/** The fields that a draft and a change have in common. */
const fields = {
  text: Type.Optional(Text),
  url: Type.Optional(Url),
  include: Type.Optional(patterns('reads')),
  exclude: Type.Optional(patterns('leaves out')),
  maxPages: Type.Optional(MaxPages),
  maxDepth: Type.Optional(MaxDepth),
  syncInterval: Type.Optional(Interval),
  connection: Type.Optional(ConnectionDraft),
};

/** The workspace of a new source. */
const WorkspaceId = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: maxCharacters.id,
    description:
      'Identifier of the workspace. By default the only one that the caller reaches; required if there are several.',
    examples: [ids.workspace],
  }),
);

/** The name of a new source. */
const SourceName = Type.Optional(Name);

/** The fields by which callers find a source again. */
const own = {
  externalId: Type.Optional(externalIdField('workspace')),
  metadata: Type.Optional(metadataField({ region: 'eu' })),
};

/** The body that creates a source, except one of a file. */
export const SourceDraft = Type.Object(
  {
    type: wordField(
      sourceTypes.filter((type) => type !== 'file'),
      '`text`, `qa`, `documents`, `url`, `website`, `git`, `s3` or `notion`. To create one of type `file`, send ' +
        '`multipart/form-data`.',
    ),
    name: SourceName,
    workspaceId: WorkspaceId,
    ...own,
    ...fields,
    pairs: Type.Optional(
      Type.Array(PairDraft, {
        maxItems: sourceLimits.pairs,
        description: 'Pairs of a source of type `qa`: max 1,000. Empty unless set.',
        examples: [[]],
      }),
    ),
  },
  { additionalProperties: false, title: 'KnowledgeSourceDraft', 'x-shown': ['type', 'name', 'text'] },
);
export type SourceDraft = Static<typeof SourceDraft>;

/** The fields of the form that creates a source of a file. */
export const FileDraft = Type.Object(
  {
    type: Type.Optional(wordField(['file'], '`file`, which is the default of a form.')),
    name: SourceName,
    workspaceId: WorkspaceId,
    externalId: own.externalId,
    metadata: Type.Optional(MetadataText),
  },
  { additionalProperties: false },
);
export type FileDraft = Static<typeof FileDraft>;

/** The body that changes a source; absent fields stay. */
export const SourceChanges = Type.Object(
  {
    name: Type.Optional(Name),
    externalId: Type.Optional(
      Type.Union([externalIdField('workspace'), Type.Null()], { description: 'Your own ID; null for none.' }),
    ),
    metadata: own.metadata,
    ...fields,
  },
  { additionalProperties: false, title: 'KnowledgeSourceChanges', 'x-shown': ['name'] },
);
export type SourceChanges = Static<typeof SourceChanges>;

/** The body that creates or changes a source by its external ID. */
export const SourceUpsert = Type.Object(
  {
    type: Type.Optional(
      wordField(
        sourceTypes.filter((type) => type !== 'file'),
        '`text`, `qa`, `documents`, `url`, `website`, `git`, `s3` or `notion`: required for a new source; that of an ' +
          'existing one stays.',
      ),
    ),
    name: SourceName,
    metadata: own.metadata,
    ...fields,
  },
  { additionalProperties: false, title: 'KnowledgeSourceUpsert', 'x-shown': ['type', 'name', 'text'] },
);
export type SourceUpsert = Static<typeof SourceUpsert>;

/** The path of a source by its external ID. */
export const ExternalSourcePath = Type.Object({ externalId: externalIdField('workspace') });

/** The query of such a request. */
export const UpsertQuery = Type.Object({ workspaceId: WorkspaceId }, { additionalProperties: false });

/** The body that decides on a review. */
export const ReviewDecision = Type.Object(
  {
    approve: Type.Boolean({
      description: 'True to serve the version that waits; false to discard it.',
      examples: [true],
    }),
  },
  { additionalProperties: false, title: 'KnowledgeSourceReviewDecision' },
);
