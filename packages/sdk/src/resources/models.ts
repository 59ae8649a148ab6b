import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { RequestOptions } from '../core/request.ts';
import type { ModelList, ModelListParams } from '../types.ts';

/** Models. */
export type Models = ReturnType<typeof createModels>;

/** The methods of `client.models`. */
export const createModels = ({ call }: Api) => ({
  /** Lists a page of the models that agents can use, and why some of them can't be used; all providers beside it. */
  list: (query: ModelListParams = {}, options?: RequestOptions): APIPromise<ModelList> =>
    call('GET /api/models', { query }, options),
});
