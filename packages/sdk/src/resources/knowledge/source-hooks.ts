import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { KnowledgeSourceHook, KnowledgeSourceHookRotateParams, RotatedKnowledgeSourceHook } from '../../types.ts';

/** The methods of `client.knowledgeSources.hook`. */
export const createSourceHooks = ({ call }: Api) => ({
  /** Gets the address of a source's hook, and the times of its secret and of the latest signed request. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<KnowledgeSourceHook> =>
    call('GET /api/knowledge-sources/{id}/hook', { params: { id } }, options),

  /**
   * Creates the hook of a source, or another secret for it; the old one stays valid for `overlapHours`. The secret is in
   * this answer only.
   *
   * @example
   * const { hook, secret } = await client.knowledgeSources.hook.rotate(id);
   * console.log(`Send a request to ${hook.url} that is signed with ${secret}`);
   */
  rotate: (
    id: string,
    body: KnowledgeSourceHookRotateParams = {},
    options?: RequestOptions,
  ): APIPromise<RotatedKnowledgeSourceHook> =>
    call('POST /api/knowledge-sources/{id}/hook', { params: { id }, body }, options),

  /** Deletes the hook of a source: its secrets are not accepted from then on. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/knowledge-sources/{id}/hook', { params: { id } }, options),
});
