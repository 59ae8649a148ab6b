// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { createAuthenticator, type Deviation } from '../../../testing/fixtures/authenticator.ts';
import { addApp, demandOf } from '../../../testing/fixtures/second-factor.ts';
import { type Person, password, service, sessionClient } from '../../../testing/harness.ts';

const minute = 60_000;

describe.each(engines)('passkeys, on %s', (engine) => {
  const parley = service(engine);
  /** Browsers create no passkeys at an IP address. */
  const named = () => parley.url.replace('127.0.0.1', 'localhost');
  let alice: Person;
  let session: Parley;
  let key: ReturnType<typeof createAuthenticator>;

  beforeEach(async () => {
    parley.advance(minute + 1);
    alice = await parley.person();
    session = await signedIn(alice);
    key = createAuthenticator(named());
    await add(session, key);
  });

  const signedIn = async ({ user }: Person) => {
    const client = sessionClient(named());
    await client.sessions.create({ email: user.email, password });
    return client;
  };
  const add = async (client: Parley, authenticator: typeof key, deviation: Deviation = {}) => {
    const challenge = await client.secondFactor.passkeyOptions();
    const response = authenticator.create(challenge, deviation);
    return client.secondFactor.addPasskey({ token: challenge.token, name: 'Laptop', response });
  };
  const begin = async ({ user }: Person = alice, url = named()) => {
    const client = sessionClient(url);
    return { client, demand: await demandOf(client.sessions.create({ email: user.email, password })) };
  };
  /** Completes a sign-in with a passkey as the second factor. */
  const finish = async (authenticator = key, deviation: Deviation = {}, person = alice) => {
    const { client, demand } = await begin(person);
    const challenge = await client.sessions.passkeyOptions({ token: demand.token });
    const passkey = authenticator.get(challenge, deviation);
    await client.sessions.createBySecondFactor({ token: challenge.token, passkey });
    return client;
  };
  /** Signs in with a passkey alone. */
  const alone = async (authenticator = key, deviation: Deviation = {}) => {
    const client = sessionClient(named());
    const challenge = await client.sessions.passkeyOptions();
    const response = authenticator.get(challenge, deviation);
    await client.sessions.createByPasskey({ token: challenge.token, response });
    return { client, challenge, response };
  };
  const refused = (attempt: Promise<unknown>, code: string, status = 401) =>
    expect(attempt).rejects.toMatchObject({ status, code });

  describe('adding', () => {
    test('comes with recovery codes at first, and ends other sessions', async () => {
      const bob = await parley.person();
      const [client, elsewhere] = [await signedIn(bob), await signedIn(bob)];
      const { passkey, recoveryCodes } = await add(client, createAuthenticator(named()));
      expect(passkey).toEqual({
        ...{ _id: expect.stringMatching(/^passkey_/), name: 'Laptop', backedUp: false },
        ...{ createdAt: expect.any(String), lastUsedAt: null },
      });
      expect(recoveryCodes).toHaveLength(10);
      await refused(elsewhere.me.retrieve(), 'session_ended');
      expect((await add(client, createAuthenticator(named()))).recoveryCodes).toBeNull();
      expect((await client.secondFactor.retrieve()).passkeys).toHaveLength(2);
    });

    test('names the host of the page, and what is there already', async () => {
      const { options } = await session.secondFactor.passkeyOptions();
      expect(options).toMatchObject({
        rp: { id: 'localhost', name: 'Parley' },
        user: { name: alice.user.email },
        excludeCredentials: [{ id: key.id, type: 'public-key', transports: ['internal'] }],
        attestation: 'none',
      });
    });

    test.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['another host', { host: 'evil.example' }],
      ['another challenge', { challenge: 'b3RoZXI' }],
    ])('401: an answer for %s', async (_name, deviation) => {
      await refused(add(session, createAuthenticator(named()), deviation), 'second_factor_invalid');
      expect((await session.secondFactor.retrieve()).passkeys).toHaveLength(1);
    });

    test('401: the token works once, and for its person only', async () => {
      const challenge = await session.secondFactor.passkeyOptions();
      const bob = await signedIn(await parley.person());
      const draft = {
        token: challenge.token,
        name: 'Stolen',
        response: createAuthenticator(named()).create(challenge),
      };
      await refused(bob.secondFactor.addPasskey(draft), 'challenge_expired');
      await session.secondFactor.addPasskey(draft);
      await refused(session.secondFactor.addPasskey(draft), 'challenge_expired');
    });

    test('409: a passkey that is taken, and an IP address', async () => {
      const bob = await signedIn(await parley.person());
      await refused(add(bob, key), 'passkey_exists', 409);
      await refused(
        (await (await parley.person()).session()).secondFactor.passkeyOptions(),
        'passkeys_unavailable',
        409,
      );
    });

    test('409: the 21st passkey', async () => {
      for (let count = 1; count < 20; count += 1) await add(session, createAuthenticator(named()));
      await refused(add(session, createAuthenticator(named())), 'passkey_limit_reached', 409);
    });
  });

  describe('as the second factor', () => {
    test('completes the sign-in, also without a check of the user', async () => {
      const client = await finish(key, { verifies: false, handle: null });
      expect(await client.sessions.current()).toMatchObject({ methods: ['password', 'passkey'] });
      const [passkey] = (await client.secondFactor.retrieve()).passkeys;
      expect(passkey?.lastUsedAt).not.toBeNull();
    });

    test.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['another host', { host: 'evil.example' }],
      ['another challenge', { challenge: 'b3RoZXI' }],
      ['another user', { handle: 'b3RoZXI' }],
      ['a counter that stands still', { counter: 1 }],
    ])('401: an answer for %s', async (_name, deviation) => {
      await refused(finish(key, deviation), 'second_factor_invalid');
      await finish();
    });

    test('a counter that goes back is logged: the passkey may have been copied', async () => {
      await finish(key, { counter: 9 });
      await refused(finish(key, { counter: 8 }), 'second_factor_invalid');
      expect(parley.log()).toContain('it may have been copied');
      await finish(key, { counter: 10 });
    });

    test('passkeys that don’t count are accepted each time', async () => {
      const bob = await parley.person();
      const client = await signedIn(bob);
      const synced = createAuthenticator(named());
      await add(client, synced, { counter: 0 });
      await finish(synced, { counter: 0 }, bob);
      await finish(synced, { counter: 0 }, bob);
    });

    test('401: a passkey of another person, and one that was removed', async () => {
      const bob = await parley.person();
      const his = createAuthenticator(named());
      await add(await signedIn(bob), his);
      await refused(finish(his), 'second_factor_invalid');
      const second = createAuthenticator(named());
      const { passkey } = await add(session, second);
      await session.secondFactor.removePasskey(passkey._id);
      await refused(finish(second), 'second_factor_invalid');
    });

    test('401: what was never asked for, and an answer that is sent twice', async () => {
      const { client, demand } = await begin();
      const { options } = await client.sessions.passkeyOptions();
      const challenge = { token: demand.token, options, expiresAt: demand.expiresAt };
      const passkey = key.get(challenge);
      await refused(client.sessions.createBySecondFactor({ token: demand.token, passkey }), 'second_factor_invalid');
      const asked = await client.sessions.passkeyOptions({ token: demand.token });
      const proof = { token: demand.token, passkey: key.get(asked) };
      const ends = await Promise.allSettled([
        client.sessions.createBySecondFactor(proof),
        client.sessions.createBySecondFactor(proof),
      ]);
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await refused(client.sessions.createBySecondFactor(proof), 'challenge_expired');
    });

    test('404: none for this host', async () => {
      const bob = await parley.person();
      await addApp(parley, bob);
      const { client, demand } = await begin(bob);
      await refused(client.sessions.passkeyOptions({ token: demand.token }), 'second_factor_not_found', 404);
    });

    test('403: a page that isn’t the dashboard', async () => {
      const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
      const reply = await fetch(`${named()}/api/session/passkey-options`, { method: 'POST', headers, body: '{}' });
      expect(await reply.json()).toMatchObject({ code: 'origin_not_allowed' });
    });
  });

  describe('alone', () => {
    test('signs in, as both factors', async () => {
      const { client } = await alone();
      expect((await client.me.retrieve()).user._id).toBe(alice.user.id);
      expect(await client.sessions.current()).toMatchObject({ methods: ['passkey'] });
    });

    test('stores nothing before it was answered', async () => {
      const count = async () =>
        (await parley.db.read(parley.db.query.selectFrom('factor_challenges').select('id'))).length;
      const before = await count();
      await sessionClient(named()).sessions.passkeyOptions();
      expect(await count()).toBe(before);
    });

    test.each([
      ['without a check of the user', { verifies: false }],
      ['without a user', { handle: null }],
      ['for another origin', { origin: 'https://evil.example' }],
      ['for another host', { host: 'evil.example' }],
      ['for another challenge', { challenge: 'b3RoZXI' }],
    ])('401: an answer %s', async (_name, deviation) => {
      await refused(alone(key, deviation), 'second_factor_invalid');
    });

    test('401: an answer that is sent twice, a token that is old or made up, and an unknown passkey', async () => {
      const synced = createAuthenticator(named());
      await add(session, synced, { counter: 0 });
      const { client, challenge, response } = await alone(synced, { counter: 0 });
      await refused(client.sessions.createByPasskey({ token: challenge.token, response }), 'challenge_expired');
      const late = await client.sessions.passkeyOptions();
      const [random = '', until = '', mac = ''] = late.token.split('.');
      const forged = `${random}.${Number(until) + 1}.${mac}`;
      await refused(client.sessions.createByPasskey({ token: forged, response: key.get(late) }), 'challenge_expired');
      parley.advance(10 * minute);
      await refused(
        client.sessions.createByPasskey({ token: late.token, response: key.get(late) }),
        'challenge_expired',
      );
      await refused(alone(createAuthenticator(named())), 'second_factor_invalid');
    });

    test('401: a suspended person', async () => {
      await parley.features.accounts.setStatus(alice.user.email, 'suspended');
      await refused(alone(), 'invalid_credentials');
    });

    test('429: after five failures of a passkey from one address', async () => {
      for (let tries = 0; tries < 5; tries += 1)
        await refused(alone(key, { verifies: false }), 'second_factor_invalid');
      await refused(alone(), 'too_many_failed_attempts', 429);
    });
  });

  describe('managing', () => {
    test('renames and removes', async () => {
      const [passkey] = (await session.secondFactor.retrieve()).passkeys;
      const id = passkey?._id ?? '';
      expect(await session.secondFactor.renamePasskey(id, { name: 'Key ring' })).toMatchObject({ name: 'Key ring' });
      await session.secondFactor.removePasskey(id);
      expect(await session.secondFactor.retrieve()).toMatchObject({ passkeys: [], recoveryCodes: null });
      await signedIn(alice);
    });

    test('404: a passkey of another person', async () => {
      const [passkey] = (await session.secondFactor.retrieve()).passkeys;
      const bob = await signedIn(await parley.person());
      await refused(
        bob.secondFactor.renamePasskey(passkey?._id ?? '', { name: 'Mine' }),
        'second_factor_not_found',
        404,
      );
      await refused(bob.secondFactor.removePasskey(passkey?._id ?? ''), 'second_factor_not_found', 404);
    });
  });
});
