import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { mostlyNull, orNull, textLike, timeField, timeOrNull } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import { fieldsField, idFilter, listQuery, sortField, timeFilters, type WithFields } from '../../schemas/lists.ts';
import { externalIdShown, metadataShown, ownFilters } from '../../schemas/metadata.ts';
import { SourceConnection } from './connections/schema.ts';

/** The kinds of sources. */
export const sourceTypes = ['text', 'qa', 'file', 'documents', 'url', 'website', 'git', 's3', 'notion'] as const;
export type SourceType = (typeof sourceTypes)[number];

/** The states of a source: that of its latest sync. */
const sourceStatuses = ['queued', 'processing', 'ready', 'failed'] as const;

/** Intervals between two syncs of a page or a site. */
export const syncIntervals = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type SyncInterval = (typeof syncIntervals)[number];

/** Causes of a sync. */
export const syncCauses = ['created', 'changed', 'requested', 'scheduled', 'edited'] as const;
export type SyncCause = (typeof syncCauses)[number];

/** A word of a closed set. */
export const wordField = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], description }));

/** A number of things. */
export const amountField = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

const typeWords =
  '`text` (pasted), `qa` (pairs of question and answer), `file`, `documents` (many files and texts), `url` (one page), ' +
  '`website` (pages of one host), `git` (files of a repository), `s3` (files of a bucket) or ' +
  '`notion` (pages of Notion).';
const statusWords =
  'The state of the latest sync: `queued`, `processing`, `ready` or `failed`. Earlier content serves until a sync is ' +
  'complete, and after one that failed.';

/** A page or a passage that a sync would lose. */
const Lost = Type.Object({
  title: Type.String({ description: 'Title of the document.', examples: ['Returns'] }),
  url: mostlyNull(textLike('https://example.com/returns'), 'URL of the document; null if it has none.'),
});

/** A version that waits for a review. */
export const SourceReview = Type.Object(
  {
    version: amountField('The version that waits.', 4),
    since: timeField('Time at which it began to wait'),
    reasons: Type.Array(Type.String(), {
      description: 'Why it waits, in sentences.',
      examples: [['27 of 30 documents would be removed.']],
    }),
    documentsBefore: amountField('Number of documents of the version that serves.', 30),
    documentsAfter: amountField('Number of documents of the version that waits.', 3),
    lostDocuments: Type.Array(Lost, { description: 'Documents that would be removed; at most 20 of them.' }),
    lostCited: Type.Array(
      Type.Object({
        title: Type.String({ description: 'Title of the document.', examples: ['Returns'] }),
        quote: Type.String({ description: 'The passage that replies have cited.', examples: ['Within 30 days.'] }),
      }),
      { description: 'Passages that replies of the last 30 days cite and that would be removed; at most 20 of them.' },
    ),
  },
  { title: 'KnowledgeSourceReview' },
);
export type SourceReview = Static<typeof SourceReview>;

/** A file of a source. */
export const SourceFile = Type.Object({
  name: Type.String({ description: 'Name of the file, without folders.', examples: ['handbook.pdf'] }),
  contentType: Type.String({ description: 'Media type as it was sent.', examples: ['application/pdf'] }),
  bytes: amountField('Size in bytes.', 48_211),
  hash: Type.String({ description: 'SHA-256 of the bytes, in hex.', examples: ['9f86d081884c7d65'] }),
});

const patterns = (what: string) =>
  Type.Array(Type.String(), {
    description: `Patterns of URLs or paths that are ${what}; empty unless set.`,
    examples: [[]],
  });

const settings = {
  url: mostlyNull(
    textLike('https://example.com/help'),
    'URL of the page, of the repository or of the S3 service, or where the website begins; else null.',
  ),
  include: patterns('read'),
  exclude: patterns('left out'),
  maxPages: mostlyNull(Type.Integer({ examples: [200] }), 'Max pages of a website; else null.'),
  maxDepth: mostlyNull(Type.Integer({ examples: [5] }), 'Max links from the first page of a website; else null.'),
  file: mostlyNull(SourceFile, 'The file of a source of that type; else null.'),
  connection: mostlyNull(SourceConnection, 'Settings of a connected repository, bucket or Notion; else null.'),
};

/** The last problem of a source, in words. */
const SourceProblem = Type.Object({
  code: Type.String({ description: 'The stable code of the problem.', examples: ['encrypted_file'] }),
  message: Type.String({ description: 'Description of the problem.', examples: ['The file is encrypted.'] }),
  hint: Type.String({
    description: 'Remedy for the problem.',
    examples: ['Remove the password, then upload it again.'],
  }),
});

const Progress = Type.Object({
  done: amountField('Number of units that are done.', 12),
  total: orNull(Type.Integer({ minimum: 0, examples: [40] }), 'Number of units in all; null if it is not known yet.'),
  unit: Type.String({ description: 'Unit of the numbers: `documents`, `pages` or `chunks`.', examples: ['pages'] }),
  waitsUntil: Type.Optional(
    Type.String({
      description: 'When a crawl goes on whose host asks it to wait; else absent.',
      examples: [times.updated],
    }),
  ),
});

const Embedding = Type.Object({
  model: Type.String({ description: 'Name of the embedding model.', examples: ['openai/text-embedding-3-small'] }),
  complete: Type.Boolean({ description: 'True if every chunk that serves has a vector.', examples: [true] }),
  dimensions: orNull(Type.Integer({ minimum: 1, examples: [1536] }), 'Length of the vectors; null before the first.'),
  done: amountField('Number of chunks that have a vector.', 120),
  total: amountField('Number of chunks that serve.', 120),
  error: mostlyNull(SourceProblem, 'Why there are no more, and what to do; null if nothing is wrong.'),
});

/** A knowledge source as the API returns it. */
export const KnowledgeSource = Type.Object(
  {
    _id: Type.String({ description: 'Knowledge source identifier.', examples: [ids.source] }),
    workspace: Type.String({ description: 'Identifier of its workspace.', examples: [ids.workspace] }),
    type: wordField(sourceTypes, typeWords),
    name: Type.String({ description: 'Name of the source.', examples: ['Shipping and returns'] }),
    externalId: externalIdShown('cms-help'),
    metadata: metadataShown({ region: 'eu' }),
    status: wordField(sourceStatuses, statusWords),
    progress: mostlyNull(Progress, 'Progress of a sync that runs or is continued; null if no sync runs.'),
    error: mostlyNull(SourceProblem, 'Why the latest sync failed; null if it did not.'),
    warnings: Type.Array(
      Type.Object({
        code: Type.String({ description: 'The stable code of the warning.', examples: ['page_skipped'] }),
        message: Type.String({
          description: 'Description of the content that was left out.',
          examples: ['Page 4 has no text.'],
        }),
      }),
      { description: 'Content that the latest sync left out; at most 100 items.', examples: [[]] },
    ),
    review: mostlyNull(SourceReview, 'A version that waits for a review; null if none does.'),
    version: amountField('The version of the content that serves; 0 before the first.', 1),
    documentCount: amountField('Number of documents that serve.', 1),
    chunkCount: amountField('Number of chunks that serve.', 12),
    bytes: amountField('UTF-8 bytes of the text of these documents.', 9_120),
    contentHash: orNull(
      textLike('9f86d081884c7d65'),
      'Changes if and only if the content does; null before the first.',
    ),
    ...settings,
    syncInterval: Type.Union([wordField(syncIntervals, 'Interval of its syncs.'), Type.Null()], {
      description: 'Interval at which content of another server is read again; null for on demand only.',
      examples: [null],
    }),
    nextSyncAt: timeOrNull('Time of the next scheduled sync', 'null if none is scheduled', null),
    lastSyncedAt: timeOrNull('Time of the latest sync that ended well', 'null before the first', times.updated),
    agentCount: amountField('Number of agents that use the source.', 2),
    embedding: mostlyNull(Embedding, 'Progress of the embedding; null before the first vector.'),
    createdAt: timeField('Time of creation'),
    updatedAt: timeField('Time of the last change, also of its content', times.updated),
  },
  { title: 'KnowledgeSource' },
);
export type KnowledgeSource = Static<typeof KnowledgeSource>;

/** The path of one source. */
export const SourcePath = Type.Object({
  id: Type.String({ description: 'Knowledge source identifier.', examples: [ids.source] }),
});

/** The parameters of the list. */
export const SourceQuery = listQuery({
  workspaceId: idFilter('Only sources of this workspace', ids.workspace),
  agentId: idFilter('Only sources that this agent uses', ids.agent),
  type: Type.Optional(wordField(sourceTypes, 'Only sources of this type; absent for all.')),
  status: Type.Optional(wordField(sourceStatuses, 'Only sources in this state; absent for all.')),
  ...ownFilters({ kind: 'sources', externalId: 'cms-help', name: 'Shipping and returns' }),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxCharacters.search,
      description: 'Only sources whose name contains this text; absent for all.',
      examples: ['shipping'],
    }),
  ),
  ...timeFilters('updated', 'sources that changed for the last time'),
  fields: fieldsField('name,status'),
  sort: sortField(['createdAt', 'updatedAt', 'name']),
});
export type SourceSelection = WithFields<Static<typeof SourceQuery>>;

/** Number of rows of each kind that are deleted with a source. */
export const SourceDependents = Type.Object(
  {
    agents: amountField('Number of agents that use the source.', 2),
    documents: amountField('Number of documents.', 30),
    chunks: amountField('Number of chunks.', 420),
    pairs: amountField('Number of pairs of question and answer.', 0),
  },
  { title: 'KnowledgeSourceDependents' },
);
export type SourceDependents = Static<typeof SourceDependents>;

/** An agent that uses a source. */
export const SourceAgent = Type.Object(
  {
    _id: Type.String({ description: 'Agent identifier.', examples: [ids.agent] }),
    name: Type.String({ description: 'Agent name.', examples: ['Support'] }),
    status: wordField(['active', 'inactive'], '`active` or `inactive`.'),
  },
  { title: 'KnowledgeSourceAgent' },
);

/** The parameters of the list of agents that use a source. */
export const SourceAgentQuery = listQuery({ sort: sortField(['createdAt', 'updatedAt', 'name']) });
export type SourceAgentQuery = Static<typeof SourceAgentQuery>;

/** The text of a text source. */
export const SourceContent = Type.Object(
  { text: Type.String({ description: 'The text as it was sent.', examples: ['We ship within two days.'] }) },
  { title: 'KnowledgeSourceContent' },
);
