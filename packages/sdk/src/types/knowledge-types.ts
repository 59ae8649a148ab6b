import type { Body, Data, ItemOf, Query } from '../core/endpoint.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { Uploadable } from '../core/upload.ts';

/** A knowledge source: what agents answer from. */
export interface KnowledgeSource extends Data<'GET /api/knowledge-sources/{id}'> {}
/** The fields of a new knowledge source. */
export interface KnowledgeSourceCreateParams extends Body<'POST /api/knowledge-sources'> {}
/** A file as a new knowledge source; its name is the file's by default. */
export interface KnowledgeSourceUploadParams {
  readonly file: Uploadable;
  readonly name?: string | undefined;
  readonly workspaceId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}
/** A file that replaces that of a knowledge source. */
export interface KnowledgeSourceFileParams {
  readonly file: Uploadable;
}
/** Changes of a knowledge source; fields that are left out stay. */
export interface KnowledgeSourceUpdateParams extends Body<'PUT /api/knowledge-sources/{id}'> {}
/** A new knowledge source, or changes of the one that has your ID. */
export interface KnowledgeSourceUpsertParams extends Body<'PUT /api/knowledge-sources/by-external-id/{externalId}'> {
  readonly workspaceId?: string | undefined;
}
/** Filters and order of the list of knowledge sources. */
export interface KnowledgeSourceListParams extends Query<'GET /api/knowledge-sources'> {}
/** Options of a knowledge source's deletion: `force` deletes it although agents use it. */
export interface KnowledgeSourceDeleteParams {
  readonly force?: boolean | undefined;
}
/** Records that would be deleted with a knowledge source, by kind. */
export type KnowledgeSourceDependents = Exclude<Data<'DELETE /api/knowledge-sources/{id}'>, Confirmation>;
/** The decision on a version that waits for a review. */
export interface KnowledgeSourceReviewParams extends Body<'POST /api/knowledge-sources/{id}/review'> {}
/** The hook of a knowledge source, without its secret. */
export interface KnowledgeSourceHook extends Data<'GET /api/knowledge-sources/{id}/hook'> {}
/** Options of another secret: `overlapHours`, for which the old one stays valid. */
export interface KnowledgeSourceHookRotateParams extends Body<'POST /api/knowledge-sources/{id}/hook'> {}
/** A hook with its new secret. */
export interface RotatedKnowledgeSourceHook extends Data<'POST /api/knowledge-sources/{id}/hook'> {}
/** The text of a knowledge source of type `text`. */
export interface KnowledgeSourceContent extends Data<'GET /api/knowledge-sources/{id}/content'> {}
/** An agent that uses a knowledge source. */
export interface KnowledgeSourceAgent extends ItemOf<'GET /api/knowledge-sources/{id}/agents'> {}
/** Order of the list of agents that use a knowledge source. */
export interface KnowledgeSourceAgentListParams extends Query<'GET /api/knowledge-sources/{id}/agents'> {}
/** A document of a knowledge source. */
export interface KnowledgeDocument extends ItemOf<'GET /api/knowledge-sources/{id}/documents'> {}
/** Filters of the list of documents. */
export interface KnowledgeDocumentListParams extends Query<'GET /api/knowledge-sources/{id}/documents'> {}
/** Texts to add to a source of type `documents`. */
export interface KnowledgeDocumentCreateParams extends Body<'POST /api/knowledge-sources/{id}/documents'> {}
/** The documents that a request has added. */
export interface KnowledgeDocumentsAdded extends Data<'POST /api/knowledge-sources/{id}/documents'> {}
/** Files to add to a source of type `documents`; title, URL and your own ID are for a single file. */
export interface KnowledgeDocumentUploadParams extends KnowledgeDocumentFields {
  readonly file: Uploadable | readonly Uploadable[];
  readonly externalId?: string | undefined;
}
/** A file that creates a document, or replaces its content. */
export interface KnowledgeDocumentUploadAsParams extends KnowledgeDocumentFields {
  readonly file: Uploadable;
}

/** A file that replaces the content of a document. */
export type KnowledgeDocumentReplaceFileParams = KnowledgeDocumentUploadAsParams;
/** Facts of a file. */
interface KnowledgeDocumentFields {
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}
/** A new document, or changes of the one that has your ID. */
export interface KnowledgeDocumentUpsertParams
  extends Body<'PUT /api/knowledge-sources/{id}/documents/by-external-id/{externalId}'> {}
/** Changes of a document; fields that are left out stay. */
export interface KnowledgeDocumentUpdateParams extends Body<'PUT /api/knowledge-sources/{id}/documents/{documentId}'> {}
/** A document, by IDs. */
export interface KnowledgeDocumentRef {
  readonly knowledgeSourceId: string;
  readonly documentId: string;
}
/** A document, by its source and by your own ID. */
export interface KnowledgeDocumentExternalRef {
  readonly knowledgeSourceId: string;
  readonly externalId: string;
}
/** A chunk of a document, the unit of searches and quotes. */
export interface KnowledgeChunk extends ItemOf<'GET /api/knowledge-sources/{id}/chunks'> {}
/** Filters of the list of chunks. */
export interface KnowledgeChunkListParams extends Query<'GET /api/knowledge-sources/{id}/chunks'> {}
/** State of a chunk: `enabled` is true if searches find it. */
export interface KnowledgeChunkUpdateParams extends Body<'PUT /api/knowledge-sources/{id}/chunks/{number}'> {}
/** A chunk, by its source and its number. */
export interface KnowledgeChunkRef {
  readonly knowledgeSourceId: string;
  readonly number: number | string;
}
/** A pair of question and answer. */
export interface KnowledgePair extends ItemOf<'GET /api/knowledge-sources/{id}/pairs'> {}
/** The question and the answer of a new pair. */
export interface KnowledgePairCreateParams extends Body<'POST /api/knowledge-sources/{id}/pairs'> {}
/** Changes of a pair; fields that are left out stay. */
export interface KnowledgePairUpdateParams extends Body<'PUT /api/knowledge-sources/{id}/pairs/{pairId}'> {}
/** Filters and order of the list of pairs. */
export interface KnowledgePairListParams extends Query<'GET /api/knowledge-sources/{id}/pairs'> {}
/** Pairs as CSV, to add or to change. */
export interface KnowledgePairImportParams extends Body<'POST /api/knowledge-sources/{id}/pairs/import'> {}
/** Results of an import of pairs, or of its dry run. */
export interface KnowledgePairImportResult extends Data<'POST /api/knowledge-sources/{id}/pairs/import'> {}
/** The pairs of a source as CSV. */
export interface KnowledgePairExport extends Data<'GET /api/knowledge-sources/{id}/pairs/export'> {}
/** A pair, by IDs. */
export interface KnowledgePairRef {
  readonly knowledgeSourceId: string;
  readonly pairId: string;
}
/** A sync of a knowledge source, with its findings and its outcome. */
export interface KnowledgeSync extends ItemOf<'GET /api/knowledge-sources/{id}/syncs'> {}
/** The page of the list of syncs. */
export interface KnowledgeSyncListParams extends Query<'GET /api/knowledge-sources/{id}/syncs'> {}
