import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions } from '../../core/request.ts';
import type { ListedView, View, ViewCreateParams, ViewListParams, ViewUpdateParams } from '../../types.ts';

/** Views: filters of conversations under a name. */
export type Views = ReturnType<typeof createViews>;

/** The methods of `client.views`. */
export const createViews = ({ call, list }: Api) => ({
  /**
   * Creates a view. All members of the workspace see it unless `isShared` is false.
   *
   * @example
   * await client.views.create({ name: 'Shipping', filters: { status: 'open', tag: 'shipping' } });
   */
  create: (body: ViewCreateParams, options?: RequestOptions): APIPromise<View> =>
    call('POST /api/views', { body }, options),

  /** Gets a view. */
  retrieve: (id: string, options?: RequestOptions): APIPromise<View> =>
    call('GET /api/views/{id}', { params: { id } }, options),

  /** Changes a view; fields that are left out stay, and `filters` are replaced. */
  update: (id: string, body: ViewUpdateParams, options?: RequestOptions): APIPromise<View> =>
    call('PATCH /api/views/{id}', { params: { id }, body }, options),

  /** Deletes a view. Its conversations stay. */
  delete: (id: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/views/{id}', { params: { id } }, options),

  /** Lists the shared views and your own, by name. `includeCounts` adds the number of conversations, up to 100. */
  list: (query: ViewListParams = {}, options?: RequestOptions): PagePromise<ListedView> =>
    list('GET /api/views', { query }, options),
});
