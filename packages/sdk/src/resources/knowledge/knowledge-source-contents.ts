import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions, UploadOptions } from '../../core/request.ts';
import type {
  KnowledgeChunk,
  KnowledgeChunkListParams,
  KnowledgeChunkRef,
  KnowledgeChunkUpdateParams,
  KnowledgeDocument,
  KnowledgeDocumentCreateParams,
  KnowledgeDocumentExternalRef,
  KnowledgeDocumentListParams,
  KnowledgeDocumentRef,
  KnowledgeDocumentReplaceFileParams,
  KnowledgeDocumentsAdded,
  KnowledgeDocumentUpdateParams,
  KnowledgeDocumentUploadAsParams,
  KnowledgeDocumentUploadParams,
  KnowledgeDocumentUpsertParams,
  KnowledgePair,
  KnowledgePairCreateParams,
  KnowledgePairExport,
  KnowledgePairImportParams,
  KnowledgePairImportResult,
  KnowledgePairListParams,
  KnowledgePairRef,
  KnowledgePairUpdateParams,
  KnowledgeSourceAgent,
  KnowledgeSourceAgentListParams,
  KnowledgeSync,
  KnowledgeSyncListParams,
} from '../../types.ts';
import { createSourceHooks } from './source-hooks.ts';

/** The methods of `client.knowledgeSources.agents`. */
const createSourceAgents = ({ list }: Api) => ({
  /** Lists the agents that use a source, newest first unless `sort` says otherwise. */
  list: (
    id: string,
    query: KnowledgeSourceAgentListParams = {},
    options?: RequestOptions,
  ): PagePromise<KnowledgeSourceAgent> =>
    list('GET /api/knowledge-sources/{id}/agents', { params: { id }, query }, options),
});

/** The methods of `client.knowledgeSources.syncs`. */
const createSourceSyncs = ({ list }: Api) => ({
  /** Lists the syncs of a source, newest first: what changed, and which past questions get another passage. */
  list: (id: string, query: KnowledgeSyncListParams = {}, options?: RequestOptions): PagePromise<KnowledgeSync> =>
    list('GET /api/knowledge-sources/{id}/syncs', { params: { id }, query }, options),
});

/** The fields of a form with files: metadata is sent as JSON. */
export const formOf = <Fields extends { readonly metadata?: Readonly<Record<string, unknown>> | undefined }>({
  metadata,
  ...fields
}: Fields) => ({
  ...fields,
  metadata: metadata === undefined ? undefined : JSON.stringify(metadata),
});

/** The methods of `client.knowledgeSources.documents`. */
const createSourceDocuments = ({ call, list, upload }: Api) => ({
  /** Lists the documents that serve, in the order in which they were read. */
  list: (
    id: string,
    query: KnowledgeDocumentListParams = {},
    options?: RequestOptions,
  ): PagePromise<KnowledgeDocument> =>
    list('GET /api/knowledge-sources/{id}/documents', { params: { id }, query }, options),

  /**
   * Adds up to 20 texts to a source of type `documents`: all of them, or none.
   *
   * @example
   * await client.knowledgeSources.documents.create(id, { documents: [{ text: 'Within 30 days.', externalId: 'cms-7' }] });
   */
  create: (
    id: string,
    body: KnowledgeDocumentCreateParams,
    options?: RequestOptions,
  ): APIPromise<KnowledgeDocumentsAdded> =>
    call('POST /api/knowledge-sources/{id}/documents', { params: { id }, body }, options),

  /** Adds a file, or up to 20 of them, to a source of type `documents`: all of them, or none. */
  upload: (
    id: string,
    { file, ...fields }: KnowledgeDocumentUploadParams,
    options?: UploadOptions,
  ): APIPromise<KnowledgeDocumentsAdded> =>
    upload('POST /api/knowledge-sources/{id}/documents', { params: { id }, fields: formOf(fields), file }, options),

  /** Creates a document, or changes the one that has your ID: fields that are left out stay. */
  upsert: (
    { knowledgeSourceId, externalId }: KnowledgeDocumentExternalRef,
    body: KnowledgeDocumentUpsertParams,
    options?: RequestOptions,
  ): APIPromise<KnowledgeDocument> => {
    const params = { id: knowledgeSourceId, externalId };
    return call('PUT /api/knowledge-sources/{id}/documents/by-external-id/{externalId}', { params, body }, options);
  },

  /** Creates a document of a file, or replaces the content of the one that has your ID. */
  uploadAs: (
    { knowledgeSourceId, externalId }: KnowledgeDocumentExternalRef,
    { file, ...fields }: KnowledgeDocumentUploadAsParams,
    options?: UploadOptions,
  ): APIPromise<KnowledgeDocument> => {
    const input = { params: { id: knowledgeSourceId, externalId }, fields: formOf(fields), file };
    return upload('PUT /api/knowledge-sources/{id}/documents/by-external-id/{externalId}', input, options);
  },

  /** Gets a document, with its status. */
  retrieve: (
    { knowledgeSourceId, documentId }: KnowledgeDocumentRef,
    options?: RequestOptions,
  ): APIPromise<KnowledgeDocument> => {
    const params = { id: knowledgeSourceId, documentId };
    return call('GET /api/knowledge-sources/{id}/documents/{documentId}', { params }, options);
  },

  /** Changes a document that was added; fields that are left out stay. */
  update: (
    { knowledgeSourceId, documentId }: KnowledgeDocumentRef,
    body: KnowledgeDocumentUpdateParams,
    options?: RequestOptions,
  ): APIPromise<KnowledgeDocument> => {
    const params = { id: knowledgeSourceId, documentId };
    return call('PUT /api/knowledge-sources/{id}/documents/{documentId}', { params, body }, options);
  },

  /** Replaces the content of a document that was added by a file; fields that are left out stay. */
  replaceFile: (
    { knowledgeSourceId, documentId }: KnowledgeDocumentRef,
    { file, ...fields }: KnowledgeDocumentReplaceFileParams,
    options?: UploadOptions,
  ): APIPromise<KnowledgeDocument> => {
    const input = { params: { id: knowledgeSourceId, documentId }, fields: formOf(fields), file };
    return upload('PUT /api/knowledge-sources/{id}/documents/{documentId}', input, options);
  },

  /** Deletes a document that was added; it is out of searches after the sync that this asks for. */
  delete: (
    { knowledgeSourceId, documentId }: KnowledgeDocumentRef,
    options?: RequestOptions,
  ): APIPromise<Confirmation> => {
    const params = { id: knowledgeSourceId, documentId };
    return call('DELETE /api/knowledge-sources/{id}/documents/{documentId}', { params }, options);
  },
});

/** The methods of `client.knowledgeSources.chunks`. */
const createSourceChunks = ({ call, list }: Api) => ({
  /** Lists the chunks that serve, by number: they are what is searched and quoted. */
  list: (id: string, query: KnowledgeChunkListParams = {}, options?: RequestOptions): PagePromise<KnowledgeChunk> =>
    list('GET /api/knowledge-sources/{id}/chunks', { params: { id }, query }, options),

  /**
   * Switches a chunk on or off, or edits its text (null for that of the source). Both stay as long as syncs find the
   * text of the source unchanged there. An edit gives the chunks of the document new numbers.
   *
   * @example
   * await client.knowledgeSources.chunks.update({ knowledgeSourceId: source._id, number: '7' }, { enabled: false });
   */
  update: (
    { knowledgeSourceId, number }: KnowledgeChunkRef,
    body: KnowledgeChunkUpdateParams,
    options?: RequestOptions,
  ): APIPromise<KnowledgeChunk> => {
    const params = { id: knowledgeSourceId, number: String(number) };
    return call('PUT /api/knowledge-sources/{id}/chunks/{number}', { params, body }, options);
  },
});

/** The methods of `client.knowledgeSources.pairs`. */
const createSourcePairs = ({ call, list }: Api) => ({
  /** Lists the pairs of a source, newest first unless `sort` says otherwise. */
  list: (id: string, query: KnowledgePairListParams = {}, options?: RequestOptions): PagePromise<KnowledgePair> =>
    list('GET /api/knowledge-sources/{id}/pairs', { params: { id }, query }, options),

  /** Adds a pair of question and answer; it is searched after the sync that it asks for. */
  create: (id: string, body: KnowledgePairCreateParams, options?: RequestOptions): APIPromise<KnowledgePair> =>
    call('POST /api/knowledge-sources/{id}/pairs', { params: { id }, body }, options),

  /**
   * Adds the pairs of a CSV, and changes those that it has by `id` or question: all rows or none. With `dryRun`, lists
   * the rows that are wrong.
   */
  importCsv: (
    id: string,
    body: KnowledgePairImportParams,
    options?: RequestOptions,
  ): APIPromise<KnowledgePairImportResult> =>
    call('POST /api/knowledge-sources/{id}/pairs/import', { params: { id }, body }, options),

  /** Returns all pairs of a source as CSV, which `importCsv` takes back. */
  exportCsv: (id: string, options?: RequestOptions): APIPromise<KnowledgePairExport> =>
    call('GET /api/knowledge-sources/{id}/pairs/export', { params: { id } }, options),

  /** Gets a pair. */
  retrieve: ({ knowledgeSourceId, pairId }: KnowledgePairRef, options?: RequestOptions): APIPromise<KnowledgePair> =>
    call('GET /api/knowledge-sources/{id}/pairs/{pairId}', { params: { id: knowledgeSourceId, pairId } }, options),

  /** Changes a pair; fields that are left out stay. */
  update: (
    { knowledgeSourceId, pairId }: KnowledgePairRef,
    body: KnowledgePairUpdateParams,
    options?: RequestOptions,
  ): APIPromise<KnowledgePair> => {
    const params = { id: knowledgeSourceId, pairId };
    return call('PUT /api/knowledge-sources/{id}/pairs/{pairId}', { params, body }, options);
  },

  /** Deletes a pair. */
  delete: ({ knowledgeSourceId, pairId }: KnowledgePairRef, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/knowledge-sources/{id}/pairs/{pairId}', { params: { id: knowledgeSourceId, pairId } }, options),
});

/** The resources inside `client.knowledgeSources`. */
export const createSourceContents = (api: Api) => ({
  agents: createSourceAgents(api),
  chunks: createSourceChunks(api),
  documents: createSourceDocuments(api),
  hook: createSourceHooks(api),
  pairs: createSourcePairs(api),
  syncs: createSourceSyncs(api),
});
