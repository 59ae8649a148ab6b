import type { Body, Data, Query } from '../core/endpoint.ts';

/** The page of the list of models. */
export interface ModelListParams extends Query<'GET /api/models'> {}
/** The models that agents can use, and whether they are available. */
export interface ModelList extends Data<'GET /api/models'> {}
/** The model to test. */
export interface ModelTestParams extends Body<'POST /api/models/test'> {}
/** Result of a model's test. */
export interface ModelTest extends Data<'POST /api/models/test'> {}
/** All model providers. */
export interface ModelProviders extends Data<'GET /api/models/providers'> {}
/** A model provider, and where its key comes from. */
export interface ModelProvider extends Data<'PUT /api/models/providers/{provider}/key'> {}
/** The key of a model provider. */
export interface ModelProviderKey extends Body<'PUT /api/models/providers/{provider}/key'> {}
/** A key to test instead of the one in use. */
export interface ModelProviderTestParams extends Body<'POST /api/models/providers/{provider}/test'> {}
/** Result of testing a provider's key. */
export interface ModelProviderTest extends Data<'POST /api/models/providers/{provider}/test'> {}
