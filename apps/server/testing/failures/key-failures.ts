import { newKey } from '../../src/access/key-format.ts';
import type { Person, Service } from '../harness.ts';
import { send } from '../request.ts';

/** The dependencies of the provoked failures. */
interface World {
  readonly parley: Service;
  readonly alice: Person;
}

const withKey = (key: (world: World) => Promise<string>) => async (world: World) =>
  send(world.parley.url, { path: '/api/agents', key: await key(world) });

const invalidToken = (description: string) =>
  `Bearer realm="parley", error="invalid_token", error_description="${description}"`;

/** The errors of refused API keys, each with a call that causes it. */
export const keyFailures = {
  invalid_api_key: {
    by: withKey(async () => newKey()),
    headers: { 'www-authenticate': invalidToken('The API key is not valid.') },
  },
  expired_api_key: {
    by: withKey(({ alice }) => alice.key(undefined, { expiresAt: 1 })),
    headers: { 'www-authenticate': invalidToken('The API key has expired.') },
  },
  revoked_api_key: {
    by: withKey(async ({ alice, parley }) => {
      const key = await alice.key();
      const me = await send(parley.url, { path: '/api/me', key });
      await parley.features.keyOperations.revoke((me.json()['data'] as { key: { _id: string } }).key._id);
      return key;
    }),
    headers: { 'www-authenticate': invalidToken('The API key has been revoked.') },
  },
  inactive_api_key: {
    by: withKey(async ({ parley }) => {
      const { user, key } = await parley.person();
      await parley.features.accounts.setStatus(user.email, 'suspended');
      return key();
    }),
    headers: { 'www-authenticate': invalidToken('The API key is inactive.') },
  },
};
