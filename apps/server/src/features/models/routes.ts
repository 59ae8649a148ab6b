import { endpoint } from '../../http/endpoint.ts';
import { ModelList, ModelQuery } from './schema.ts';

/** The operation on models. */
export const modelEndpoints = (list: (query: ModelQuery) => Promise<string>) => [
  endpoint({
    id: 'listModels',
    client: 'models.list',
    method: 'GET',
    path: '/api/models',
    access: 'agents:read',
    tag: 'Models',
    summary: 'List the models that an agent can use',
    description: 'Those of the configured providers and the built-in ones; `reason` says why one can’t be used.',
    query: ModelQuery,
    data: ModelList,
    handle: async (call) => ({ json: await list(call.query) }),
  }),
];
