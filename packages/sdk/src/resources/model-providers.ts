import type { Api } from '../core/api.ts';
import type { APIPromise } from '../core/api-promise.ts';
import type { Confirmation } from '../core/envelope.ts';
import type { RequestOptions } from '../core/request.ts';
import type {
  ModelProvider,
  ModelProviderKey,
  ModelProviders,
  ModelProviderTest,
  ModelProviderTestParams,
} from '../types.ts';

/** The methods of `client.models.providers`; all are for the owner of the instance, in a session. */
export const createModelProviders = ({ call }: Api) => ({
  /** Lists the model providers and where their keys come from. */
  list: (options?: RequestOptions): APIPromise<ModelProviders> => call('GET /api/models/providers', {}, options),

  /** Stores a provider's key. Throws `ConflictError` if the environment sets one. */
  setKey: (provider: string, body: ModelProviderKey, options?: RequestOptions): APIPromise<ModelProvider> =>
    call('PUT /api/models/providers/{provider}/key', { params: { provider }, body }, options),

  /** Deletes the stored key of a provider. Throws `NotFoundError` if no key is stored. */
  deleteKey: (provider: string, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/models/providers/{provider}/key', { params: { provider } }, options),

  /** Tests whether a provider accepts a key, by default the one in use. Doesn't throw if it refuses. */
  test: (
    provider: string,
    body: ModelProviderTestParams = {},
    options?: RequestOptions,
  ): APIPromise<ModelProviderTest> =>
    call('POST /api/models/providers/{provider}/test', { params: { provider }, body }, options),
});
