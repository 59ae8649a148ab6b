import type { Principal } from '../../access/actor.ts';
import { endpoint } from '../../http/endpoint.ts';
import { ModelList, ModelQuery } from './schema.ts';
import { ModelTest, ModelTestBody } from './trial/schema.ts';

/** Functions that the operations on models call. */
interface ModelCalls {
  list(query: ModelQuery): Promise<string>;
  test(actor: Principal, model: string): Promise<ModelTest>;
}

/** The operations on models. */
export const modelEndpoints = ({ list, test }: ModelCalls) => [
  endpoint({
    id: 'listModels',
    client: 'models.list',
    method: 'GET',
    path: '/api/models',
    access: 'agents:read',
    tag: 'Models',
    summary: 'List the models that an agent can use',
    description:
      'Lists the models of the configured providers and the built-in ones; `reason` says why one can’t be used.',
    query: ModelQuery,
    data: ModelList,
    handle: async (call) => ({ json: await list(call.query) }),
  }),
  endpoint({
    id: 'testModel',
    client: 'models.test',
    clientRepeats: false,
    method: 'POST',
    path: '/api/models/test',
    access: 'agents:write',
    tag: 'Models',
    summary: 'Test whether a model replies',
    description:
      'Sends it one short message, which its provider may charge for. Counts among the replies that the account may have ' +
      'under way at once. Stores nothing.',
    body: ModelTestBody,
    data: ModelTest,
    errors: ['too_many_concurrent'],
    handle: async (call) => ({ data: await test(call.actor, call.body.model) }),
  }),
];
