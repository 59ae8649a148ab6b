import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { RequestOptions } from '../core/request.ts';
import type { ModelList, ModelListParams, ModelTest, ModelTestParams } from '../types.ts';
import { createModelProviders } from './model-providers.ts';

/** Models. */
export type Models = ReturnType<typeof createModels>;

/** The methods of `client.models`. */
export const createModels = (api: Api) => ({
  providers: createModelProviders(api),

  /** Lists a page of the models that agents can use, and why some of them can't be used; all providers beside it. */
  list: (query: ModelListParams = {}, options?: RequestOptions): APIPromise<ModelList> =>
    api.call('GET /api/models', { query }, options),

  /** Sends a model one short message, which its provider may charge for. Doesn't throw if it does not reply. */
  test: (body: ModelTestParams, options?: RequestOptions): APIPromise<ModelTest> =>
    api.call('POST /api/models/test', { body }, options),
});
