import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions } from '../../core/request.ts';
import type {
  RenderedReply,
  SavedReply,
  SavedReplyCreateParams,
  SavedReplyListParams,
  SavedReplyRenderParams,
  SavedReplyUpdateParams,
} from '../../types.ts';

/** Saved replies: texts that people send often. */
export type SavedReplies = ReturnType<typeof createSavedReplies>;

/** The methods of `client.savedReplies`. */
export const createSavedReplies = ({ call, list }: Api) => ({
  /**
   * Creates a saved reply. All members of the workspace see it unless `isShared` is false.
   *
   * @example
   * await client.savedReplies.create({ name: 'On its way', text: 'Hello {{visitor.name|there}}, it is on its way.' });
   */
  create: (body: SavedReplyCreateParams, options?: RequestOptions): APIPromise<SavedReply> =>
    call('POST /api/saved-replies', { body }, options),

  /** Gets a saved reply, with its variables as they were written. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<SavedReply> =>
    call('GET /api/saved-replies/{id}', { params: { id } }, options),

  /** Changes a saved reply; fields that are left out stay. */
  update: (id: string, body: SavedReplyUpdateParams, options?: RequestOptions): APIPromise<SavedReply> =>
    call('PATCH /api/saved-replies/{id}', { params: { id }, body }, options),

  /** Deletes a saved reply. Messages that were written with it stay. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/saved-replies/{id}', { params: { id } }, options),

  /**
   * Returns the text with values of a conversation in place of the variables. Sends nothing.
   *
   * @example
   * const { text } = await client.savedReplies.render(id, { conversation });
   */
  render: (id: string, body: SavedReplyRenderParams, options?: RequestOptions): APIPromise<RenderedReply> =>
    call('POST /api/saved-replies/{id}/render', { params: { id }, body, once: false }, options),

  /** Lists the shared saved replies and your own, by name. */
  list: (query: SavedReplyListParams = {}, options?: RequestOptions): PagePromise<SavedReply> =>
    list('GET /api/saved-replies', { query }, options),
});
