import { endpoint } from '../../../http/endpoint.ts';
import {
  ModelProvider,
  ModelProviders,
  ProviderKeyBody,
  ProviderParams,
  ProviderTest,
  ProviderTestBody,
} from './schema.ts';
import type { ProviderKeys } from './service.ts';

const forOwner = 'Only for the owner of the instance: its first person, unless the operator has named another one.';

/** The operations on the keys of providers. */
export const providerKeyEndpoints = (keys: ProviderKeys) => [
  endpoint({
    id: 'listModelProviders',
    client: 'models.providers.list',
    method: 'GET',
    path: '/api/models/providers',
    access: 'session',
    tag: 'Models',
    summary: 'List the model providers and where their keys come from',
    description: forOwner,
    data: ModelProviders,
    errors: ['insufficient_role'],
    handle: async (call) => ({ data: await keys.list(call.actor) }),
  }),
  endpoint({
    id: 'setModelProviderKey',
    client: 'models.providers.setKey',
    method: 'PUT',
    path: '/api/models/providers/:provider/key',
    access: 'session',
    confirmed: true,
    tag: 'Models',
    summary: 'Store the API key of a model provider',
    description:
      'It is used at once, and within 5 s in every process; no restart is needed. It is stored sealed and never ' +
      `returned. A key in the environment wins. ${forOwner}`,
    params: ProviderParams,
    body: ProviderKeyBody,
    data: ModelProvider,
    errors: ['insufficient_role', 'provider_not_found', 'set_by_environment'],
    handle: async (call) => ({ data: await keys.set(call.actor, call.params.provider, call.body.apiKey) }),
  }),
  endpoint({
    id: 'deleteModelProviderKey',
    client: 'models.providers.deleteKey',
    method: 'DELETE',
    path: '/api/models/providers/:provider/key',
    access: 'session',
    confirmed: true,
    tag: 'Models',
    summary: 'Delete the stored API key of a model provider',
    description: `Agents whose model needs it can’t reply from then on. ${forOwner}`,
    params: ProviderParams,
    data: 'message',
    says: 'API key deleted.',
    errors: ['insufficient_role', 'provider_not_found'],
    handle: async (call) => {
      await keys.delete(call.actor, call.params.provider);
      return { message: 'API key deleted.' };
    },
  }),
  endpoint({
    id: 'testModelProvider',
    client: 'models.providers.test',
    clientRepeats: true,
    method: 'POST',
    path: '/api/models/providers/:provider/test',
    access: 'session',
    tag: 'Models',
    summary: 'Test whether a model provider accepts a key',
    description: `Asks it for its list of models, which costs nothing. Stores nothing. ${forOwner}`,
    params: ProviderParams,
    body: ProviderTestBody,
    data: ProviderTest,
    errors: ['insufficient_role', 'provider_not_found'],
    handle: async (call) => ({ data: await keys.test(call.actor, call.params.provider, call.body.apiKey) }),
  }),
];
