import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Choosing, Chosen } from '../../core/endpoint.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions, UploadOptions } from '../../core/request.ts';
import type {
  KnowledgeSource,
  KnowledgeSourceContent,
  KnowledgeSourceCreateParams,
  KnowledgeSourceDeleteParams,
  KnowledgeSourceDependents,
  KnowledgeSourceFileParams,
  KnowledgeSourceListParams,
  KnowledgeSourceReviewParams,
  KnowledgeSourceUpdateParams,
  KnowledgeSourceUploadParams,
  KnowledgeSourceUpsertParams,
} from '../../types.ts';
import { createSourceContents, formOf } from './knowledge-source-contents.ts';
import { type WaitOptions, waitUntilReady } from './source-waiting.ts';

/** Knowledge sources: what agents answer from. */
export type KnowledgeSources = ReturnType<typeof createKnowledgeSources>;

/** The methods of `client.knowledgeSources`. */
export const createKnowledgeSources = (api: Api) => ({
  ...createSourceContents(api),

  /**
   * Creates a source. It is searched as soon as its status is `ready`.
   *
   * @example
   * const source = await client.knowledgeSources.create({ type: 'text', name: 'Shipping', text: 'In two days.' });
   */
  create: (body: KnowledgeSourceCreateParams, options?: RequestOptions): APIPromise<KnowledgeSource> =>
    api.call('POST /api/knowledge-sources', { body }, options),

  /**
   * Creates a source of a file of at most 20 MiB: PDF, Office, OpenDocument, EPUB, mail, HTML, Markdown, CSV and others.
   *
   * @example
   * const file = { name: 'handbook.pdf', content: await openAsBlob('handbook.pdf') };
   * const { _id } = await client.knowledgeSources.upload({ file }, { onProgress: ({ loaded }) => show(loaded) });
   */
  upload: ({ file, ...fields }: KnowledgeSourceUploadParams, options?: UploadOptions): APIPromise<KnowledgeSource> =>
    api.upload('POST /api/knowledge-sources', { fields: formOf(fields), file }, options),

  /** Replaces the file of a source, which serves its earlier content until the sync is complete. */
  replaceFile: (
    id: string,
    { file }: KnowledgeSourceFileParams,
    options?: UploadOptions,
  ): APIPromise<KnowledgeSource> =>
    api.upload('PUT /api/knowledge-sources/{id}/file', { params: { id }, file }, options),

  /**
   * Waits until a source's sync has ended, and returns the source. Throws a `ParleyError` with the code `source_failed`
   * and the reason if it failed, and with `wait_timeout` if the time is up.
   *
   * @example
   * const source = await client.knowledgeSources.waitUntilReady(id, { timeout: 120_000 });
   */
  waitUntilReady: (id: string, options: WaitOptions = {}): Promise<KnowledgeSource> => waitUntilReady(api, id, options),

  /** Gets a source, with its status and the progress of a running sync. Throws `NotFoundError` if it is unknown. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<KnowledgeSource> =>
    api.call('GET /api/knowledge-sources/{id}', { params: { id } }, options),

  /** Changes a source; fields that are left out stay. A change of what it is made of asks for a sync. */
  update: (id: string, body: KnowledgeSourceUpdateParams, options?: RequestOptions): APIPromise<KnowledgeSource> =>
    api.call('PUT /api/knowledge-sources/{id}', { params: { id }, body }, options),

  /** Creates a source, or changes the one of the workspace that has your ID; fields that are left out stay. */
  upsert: (
    externalId: string,
    { workspaceId, ...body }: KnowledgeSourceUpsertParams,
    options?: RequestOptions,
  ): APIPromise<KnowledgeSource> =>
    api.call(
      'PUT /api/knowledge-sources/by-external-id/{externalId}',
      { params: { externalId }, query: { workspaceId }, body },
      options,
    ),

  /**
   * Deletes a source: it is out of every search before the answer. Throws `ConflictError` (`source_in_use`) while
   * agents use it, unless `force` is true.
   */
  delete: (id: string, query: KnowledgeSourceDeleteParams = {}, options?: RequestOptions): APIPromise<Confirmation> =>
    api.call(
      'DELETE /api/knowledge-sources/{id}',
      { params: { id }, query: { force: query.force } },
      options,
    ) as APIPromise<Confirmation>,

  /** Counts what would be deleted with a source, by kind, and deletes nothing. */
  dependents: (id: string, options?: RequestOptions): APIPromise<KnowledgeSourceDependents> =>
    api.call(
      'DELETE /api/knowledge-sources/{id}',
      { params: { id }, query: { dryRun: true } },
      options,
    ) as APIPromise<KnowledgeSourceDependents>,

  /**
   * Lists sources, newest first unless `sort` says otherwise. With `fields`, each has only these and `_id`.
   *
   * @example
   * for await (const source of client.knowledgeSources.list({ status: 'failed' })) console.log(source.error);
   */
  list: <Fields extends string | undefined = undefined>(
    query: Choosing<KnowledgeSourceListParams, Fields> = {},
    options?: RequestOptions,
  ): PagePromise<Chosen<KnowledgeSource, Fields>> =>
    api.list('GET /api/knowledge-sources', { query }, options) as PagePromise<Chosen<KnowledgeSource, Fields>>,

  /** Asks for a sync: what has changed is read and indexed again, and the content so far serves meanwhile. */
  sync: (id: string, options?: RequestOptions): APIPromise<KnowledgeSource> =>
    api.call('POST /api/knowledge-sources/{id}/sync', { params: { id }, body: {} }, options),

  /**
   * Decides on a version that waits for a review: `approve` serves it, or discards it. Throws `ConflictError` if none
   * waits.
   */
  review: (id: string, body: KnowledgeSourceReviewParams, options?: RequestOptions): APIPromise<KnowledgeSource> =>
    api.call('POST /api/knowledge-sources/{id}/review', { params: { id }, body }, options),

  /** Gets the text of a text source. */
  content: (id: string, options?: RequestOptions): APIPromise<KnowledgeSourceContent> =>
    api.call('GET /api/knowledge-sources/{id}/content', { params: { id } }, options),
});
