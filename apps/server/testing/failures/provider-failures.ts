import { ownInstance } from '../fixtures/people.ts';
import type { Person, Service } from '../harness.ts';
import { send } from '../request.ts';

/** The dependencies of the provoked failures. */
interface World {
  readonly parley: Service;
  readonly alice: Person;
  readonly session: { readonly cookie: string; readonly origin: string };
}

const call = async ({ parley, alice, session }: World, method: 'PUT' | 'DELETE', provider: string) => {
  await ownInstance(parley, alice.user.id);
  const body = method === 'PUT' && { body: { apiKey: 'another' } };
  return send(parley.url, { method, path: `/api/models/providers/${provider}/key`, headers: session, ...body });
};

/** The errors of the keys of model providers, each with a call that causes it. */
export const providerFailures = {
  provider_not_found: {
    by: (world: World) => call(world, 'DELETE', 'mistral'),
    body: { error: 'No key of this provider is stored.' },
  },
  set_by_environment: {
    by: (world: World) => call(world, 'PUT', 'fake'),
    body: { error: 'The environment sets FAKE_API_KEY, which wins over a stored key.' },
  },
};
