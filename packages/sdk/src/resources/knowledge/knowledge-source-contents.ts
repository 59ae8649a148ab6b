import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions } from '../../core/request.ts';
import type {
  KnowledgeChunk,
  KnowledgeChunkListParams,
  KnowledgeChunkRef,
  KnowledgeChunkUpdateParams,
  KnowledgeDocument,
  KnowledgeDocumentListParams,
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

/** The methods of `client.knowledgeSources.documents`. */
const createSourceDocuments = ({ list }: Api) => ({
  /** Lists the documents that serve, in the order in which they were read. */
  list: (
    id: string,
    query: KnowledgeDocumentListParams = {},
    options?: RequestOptions,
  ): PagePromise<KnowledgeDocument> =>
    list('GET /api/knowledge-sources/{id}/documents', { params: { id }, query }, options),
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
  pairs: createSourcePairs(api),
  syncs: createSourceSyncs(api),
});
