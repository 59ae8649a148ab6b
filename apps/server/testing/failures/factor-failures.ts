import type { NewPasskeyChallenge } from '@parley/sdk';
import { expect } from 'vitest';
import { createAuthenticator } from '../fixtures/authenticator.ts';
import { appOf } from '../fixtures/second-factor.ts';
import type { Person, Service } from '../harness.ts';
import { password } from '../harness.ts';
import { type Reply, send, signIn } from '../request.ts';

/** The dependencies of the provoked failures. */
interface World {
  readonly parley: Service;
}

type Headers = Readonly<Record<string, string>>;

const factors = '/api/me/second-factor';
const post = ({ url }: Service, path: string, { body = {}, headers = {} }: { body?: object; headers?: Headers }) =>
  send(url, { method: 'POST', path, body, headers });
const dataOf = <Data>(reply: Reply) => reply.json()['data'] as Data;

/** A new person's session. */
const newcomer = async (parley: Service): Promise<Headers> => signIn(parley.url, (await parley.person()).user.email);

/** A person who has an authenticator app, signed in. */
async function withApp(parley: Service) {
  const person = await parley.person();
  const headers = await signIn(parley.url, person.user.email);
  const { secret } = dataOf<{ secret: string }>(await post(parley, `${factors}/totp`, { headers }));
  const code = appOf(parley, secret).next();
  await post(parley, `${factors}/totp/confirm`, { headers, body: { code } });
  return { person, headers };
}

/** Signs in where browsers create passkeys. */
async function atName({ url }: Service, email: string) {
  const host = url.slice('http://'.length).replace('127.0.0.1', 'localhost');
  return { ...(await signIn(url, email)), host, origin: `http://${host}` };
}

/** Makes a workspace require a second factor, past the API. */
const requireFactor = ({ db }: Service, { workspace }: Person) =>
  db.write([
    db.query.updateTable('workspaces').set({ require_second_factor: 1 }).where('id', '=', workspace).compile(),
  ]);

/** Gives a person passkeys that can't be used. */
async function addPasskeys({ db }: Service, user: string, count: number) {
  const uses = { counter: 0, backed_up: 0, created_at: 0, last_used_at: null, transports: '[]', public_key: '' };
  const rows = Array.from({ length: count }, (_, index) => {
    const id = `passkey_${user}_${index}`;
    return { id, user_id: user, credential_id: id, rp_id: 'localhost', name: 'Key', ...uses };
  });
  await db.write([db.query.insertInto('passkeys').values(rows).compile()]);
}

/** The errors around second factors, each with a call that causes it. */
export const factorFailures = {
  second_factor_required: {
    by: async ({ parley }: World) => {
      const { user } = await parley.person();
      await addPasskeys(parley, user.id, 1);
      return post(parley, '/api/session', { body: { email: user.email, password } });
    },
    headers: { 'www-authenticate': 'Bearer realm="parley"' },
    body: {
      secondFactor: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        methods: ['passkey' as const],
        expiresAt: expect.stringMatching(/Z$/),
      },
    },
  },
  second_factor_invalid: {
    by: async ({ parley }: World) =>
      post(parley, `${factors}/totp/confirm`, { headers: await newcomer(parley), body: { code: 'no code' } }),
  },
  challenge_expired: {
    by: ({ parley }: World) =>
      post(parley, '/api/session/second-factor', { body: { token: 'made-up', code: '123456' } }),
    body: { hint: 'Begin again.' },
  },
  confirmation_required: {
    by: async ({ parley }: World) => {
      const { headers } = await withApp(parley);
      parley.advance(16 * 60_000);
      return post(parley, `${factors}/recovery-codes`, { headers });
    },
    body: { hint: expect.stringContaining('/api/session/confirmation') },
  },
  second_factor_not_found: {
    by: async ({ parley }: World) =>
      send(parley.url, { method: 'DELETE', path: `${factors}/totp`, headers: await newcomer(parley) }),
  },
  room_account_not_found: {
    by: async ({ parley }: World) =>
      send(parley.url, { method: 'DELETE', path: '/api/me/room-accounts/racc_none', headers: await newcomer(parley) }),
  },
  second_factor_missing: {
    by: async ({ parley }: World) => post(parley, `${factors}/recovery-codes`, { headers: await newcomer(parley) }),
  },
  second_factor_demanded: {
    by: async ({ parley }: World) => {
      const { person, headers } = await withApp(parley);
      await requireFactor(parley, person);
      return send(parley.url, { method: 'DELETE', path: `${factors}/totp`, headers });
    },
  },
  passkey_limit_reached: {
    by: async ({ parley }: World) => {
      const { user } = await parley.person();
      const headers = await atName(parley, user.email);
      await addPasskeys(parley, user.id, 20);
      return post(parley, `${factors}/passkeys/options`, { headers });
    },
  },
  passkey_exists: {
    by: async ({ parley }: World) => {
      const { user } = await parley.person();
      const headers = await atName(parley, user.email);
      const authenticator = createAuthenticator(headers.origin);
      const add = async () => {
        const path = `${factors}/passkeys`;
        const challenge = dataOf<NewPasskeyChallenge>(await post(parley, `${path}/options`, { headers }));
        const body = { token: challenge.token, name: 'Key', response: authenticator.create(challenge) };
        return post(parley, path, { headers, body });
      };
      await add();
      return add();
    },
  },
  passkeys_unavailable: {
    by: ({ parley }: World) => post(parley, '/api/session/passkey-options', {}),
    body: { error: 'Passkeys need a host name: they don’t work at the IP address 127.0.0.1.' },
  },
};
