import { endpoint } from '../../http/endpoint.ts';
import { ModelList } from './schema.ts';

/** The operation on models. */
export const modelEndpoints = (list: () => Promise<ModelList>) => [
  endpoint({
    id: 'listModels',
    method: 'GET',
    path: '/api/models',
    access: 'agents:read',
    tag: 'Models',
    summary: 'List the models that an agent can use',
    data: ModelList,
    handle: async () => ({ data: await list() }),
  }),
];
