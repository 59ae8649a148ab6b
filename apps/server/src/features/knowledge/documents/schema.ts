import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../../schemas/examples.ts';
import { mostlyNull, textLike, timeField } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { idFilter, listQuery } from '../../../schemas/lists.ts';
import {
  externalIdField,
  MetadataText,
  metadataField,
  metadataQuery,
  metadataShown,
} from '../../../schemas/metadata.ts';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import { amountField, SourceFile, wordField } from '../schema.ts';

const statuses = ['queued', 'ready', 'skipped', 'failed'] as const;
const statusWords =
  '`queued` until a sync has read it, `ready`, or `skipped` or `failed`, then with an `error`. Earlier content serves ' +
  'until the new one is ready.';
const shown = { region: 'eu' };

/** A document of a source as the API returns it. */
export const SourceDocument = Type.Object(
  {
    _id: Type.String({ description: 'Document identifier.', examples: [ids.document] }),
    source: Type.String({ description: 'Identifier of the knowledge source.', examples: [ids.source] }),
    key: Type.String({
      description:
        'Its identity across versions: the URL of a page, the ID of a pair or of an added document, `text`, or `file`.',
      examples: ['https://example.com/returns'],
    }),
    externalId: mostlyNull(textLike('cms-4711'), 'Your own ID of a document that was added; else null.'),
    url: mostlyNull(textLike('https://example.com/returns'), 'URL of the document; null if it has none.'),
    title: Type.String({ description: 'Title.', examples: ['Returns'] }),
    metadata: metadataShown(shown),
    file: mostlyNull(SourceFile, 'The file of a document that was added as one; else null.'),
    status: wordField(statuses, statusWords),
    error: mostlyNull(
      Type.Object({
        code: Type.String({ description: 'The stable code.', examples: ['not_html'] }),
        message: Type.String({ description: 'Description of the problem.', examples: ['The page is not HTML.'] }),
      }),
      'Why it was left out; null if it was not.',
    ),
    hash: Type.String({
      description: 'SHA-256 of the text, in hex; empty until it is read.',
      examples: ['9f86d081884c7d65'],
    }),
    bytes: amountField('UTF-8 bytes of the text that serves.', 9_120),
    chunkCount: amountField('Number of chunks that serve.', 12),
    version: amountField('The first version of the source that has this content; 0 until there is one.', 1),
    createdAt: timeField('Time at which it was read, or added'),
    updatedAt: timeField('Time of its last change', times.updated),
  },
  { title: 'KnowledgeDocument' },
);
export type SourceDocument = Static<typeof SourceDocument>;

/** The documents that a request has added. */
export const AddedDocuments = Type.Object(
  { items: Type.Array(SourceDocument, { description: 'The documents, in the order in which they were sent.' }) },
  { title: 'KnowledgeDocumentsAdded' },
);

const Title = Type.String({
  minLength: 1,
  maxLength: sourceLimits.documentTitle,
  pattern: '\\S',
  description: 'Title: 1 to 300 characters. That of the content, or the name of the file, unless set.',
  examples: ['Returns'],
  'x-message': 'must have a character that is not white space',
});
const Url = Type.String({
  minLength: 1,
  maxLength: sourceLimits.url,
  description: 'URL to which citations link: `http` or `https`, up to 2,000 characters. None unless set.',
  examples: ['https://example.com/returns'],
});
const Text = Type.String({
  minLength: 1,
  maxLength: sourceLimits.text,
  pattern: '\\S',
  description: 'The text, with Markdown headings: up to 200,000 characters. Upload more as a file.',
  examples: ['# Returns\n\nWithin 30 days.'],
  'x-message': 'must have a character that is not white space',
});
const ExternalId = externalIdField('source');

/** A text that is added as a document. */
export const DocumentDraft = Type.Object(
  {
    text: Text,
    title: Type.Optional(Title),
    url: Type.Optional(Url),
    externalId: Type.Optional(ExternalId),
    metadata: Type.Optional(metadataField(shown)),
  },
  { additionalProperties: false, 'x-shown': ['text', 'externalId'] },
);
export type DocumentDraft = Static<typeof DocumentDraft>;

/** The body that adds texts. */
export const DocumentDrafts = Type.Object(
  {
    documents: Type.Array(DocumentDraft, {
      minItems: 1,
      maxItems: sourceLimits.documentsAtOnce,
      description: `The documents: 1 to ${sourceLimits.documentsAtOnce}. All are added, or none.`,
    }),
  },
  { additionalProperties: false, title: 'KnowledgeDocumentDrafts' },
);

/** The fields of a form beside its files. */
const formFields = {
  title: Type.Optional(Title),
  url: Type.Optional(Url),
  metadata: Type.Optional(MetadataText),
};

/** The fields of the form that adds files. */
export const FilesDraft = Type.Object(
  {
    ...formFields,
    externalId: Type.Optional(externalIdField('source, for a form with one file')),
  },
  { additionalProperties: false },
);
export type FilesDraft = Static<typeof FilesDraft>;

/** The fields of the form that creates or replaces a document by its external ID. */
export const FileChanges = Type.Object(formFields, { additionalProperties: false });
export type FileChanges = Static<typeof FileChanges>;

/** The fields that a change of a document may have; absent fields stay. */
const changes = {
  text: Type.Optional(Text),
  title: Type.Optional(Title),
  url: Type.Optional(Type.Union([Url, Type.Null()], { description: 'URL to which citations link; null for none.' })),
  metadata: Type.Optional(metadataField(shown)),
};

/** The body that creates or changes a document by its external ID. */
export const DocumentUpsert = Type.Object(changes, {
  additionalProperties: false,
  title: 'KnowledgeDocumentUpsert',
  'x-shown': ['text', 'title'],
});
export type DocumentUpsert = Static<typeof DocumentUpsert>;

/** The body that changes a document. */
export const DocumentChanges = Type.Object(
  {
    ...changes,
    externalId: Type.Optional(Type.Union([ExternalId, Type.Null()], { description: 'Your own ID; null for none.' })),
  },
  { additionalProperties: false, title: 'KnowledgeDocumentChanges', 'x-shown': ['metadata'] },
);
export type DocumentChanges = Static<typeof DocumentChanges>;

/** The path of one document. */
export const DocumentPath = Type.Object({
  id: Type.String({ description: 'Knowledge source identifier.', examples: [ids.source] }),
  documentId: Type.String({ description: 'Document identifier.', examples: [ids.document] }),
});

/** The path of a document by its external ID. */
export const ExternalDocumentPath = Type.Object({
  id: Type.String({ description: 'Knowledge source identifier.', examples: [ids.source] }),
  externalId: ExternalId,
});

/** The parameters of the list. */
export const DocumentQuery = listQuery({
  status: Type.Optional(wordField(statuses, 'Only documents in this state; absent for all.')),
  externalId: idFilter('Only the document with this ID of yours', 'cms-4711'),
  metadata: metadataQuery,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxCharacters.search,
      description: 'Only documents whose title, URL or file name contains this text; absent for all.',
      examples: ['returns'],
    }),
  ),
});
export type DocumentQuery = Static<typeof DocumentQuery>;
