// @module-tag sql
import { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { racingWrite } from '../../../testing/databases/racing-database.ts';
import { actorOf } from '../../../testing/fixtures/actor.ts';
import { type Person, password, service, sessionClient } from '../../../testing/harness.ts';
import { expectFailure, send } from '../../../testing/request.ts';
import { createLocalLimiter } from '../../access/limits/rate-limit.ts';
import { newId } from '../../ids.ts';
import { signInGuard } from './feature.ts';
import { createSessions } from './service.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const other = 'another fine passphrase';

const fail = (error: unknown) => {
  throw error;
};

describe.each(engines)('sessions, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;

  beforeEach(async () => {
    // An address has 20 failures per minute, and these tests cause many.
    parley.advance(minute + 1);
    alice = await parley.person();
  });

  const signIn = (email: string, tried = password) =>
    sessionClient(parley.url).sessions.create({ email, password: tried });
  const failTimes = async (count: number, email = alice.user.email) => {
    const codes: string[] = [];
    for (let tries = 0; tries < count; tries += 1)
      codes.push(
        await signIn(email, other).then(
          () => 'in',
          ({ code }) => code as string,
        ),
      );
    return codes;
  };

  describe('sign in', () => {
    test('returns the person and the end of the session', async () => {
      const before = Date.now();
      const signedIn = await signIn(alice.user.email);
      const { id, email, name } = alice.user;
      expect(signedIn).toEqual({ user: { _id: id, email, name }, expiresAt: expect.stringMatching(/Z$/) });
      expect(Date.parse(signedIn.expiresAt)).toBeGreaterThan(before + 7 * day);
    });

    test('the email is case-insensitive', async () => {
      expect((await signIn(alice.user.email.toUpperCase())).user._id).toBe(alice.user.id);
    });

    test('the token isn’t stored', async () => {
      const body = { email: alice.user.email, password };
      const reply = await send(parley.url, { method: 'POST', path: '/api/session', body });
      const [, token = ''] = /=([\w-]{43});/.exec(reply.headers['set-cookie']?.[0] ?? '') ?? [];
      expect(token).not.toBe('');
      const rows = await parley.db.read(parley.db.query.selectFrom('sessions').selectAll());
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(reply.text + parley.log()).not.toContain(token);
    });

    test('a session has all rights of its person, in every workspace', async () => {
      const session = await alice.session();
      const me = await session.me.retrieve();
      expect(me).toMatchObject({ kind: 'session', key: null, user: { _id: alice.user.id } });
      expect(me.workspaces).toMatchObject([{ _id: alice.workspace, role: 'owner' }]);
      const { _id } = await session.agents.create({ name: 'By hand' });
      await session.agents.delete(_id);
    });

    test.each([
      [{ email: 'a@example.com' }, 'password'],
      [{ password }, 'email'],
      [{ email: '', password }, 'email'],
      [{ email: 'a@example.com', password: '' }, 'password'],
      [{ email: 'a@example.com', password: 'x'.repeat(1025) }, 'password'],
      [{ email: 'a@example.com', password, remember: true }, 'remember'],
      [{ email: ['a@example.com'], password }, 'email'],
      [{ email: 'a@example.com', password: null }, 'password'],
    ])('400: %j', async (body, path) => {
      const attempt = sessionClient(parley.url).sessions.create(body as { email: string; password: string });
      await expect(attempt).rejects.toMatchObject({ status: 400, code: 'validation_failed', details: [{ path }] });
    });

    test('401: a wrong password, an unknown address and a suspended person get the same answer', async () => {
      const suspended = await parley.person();
      await parley.features.accounts.setStatus(suspended.user.email, 'suspended');
      const attempts = [
        () => signIn(alice.user.email, other),
        () => signIn('nobody@example.com'),
        () => signIn(suspended.user.email),
        () => signIn('%'),
      ];
      for (const attempt of attempts) {
        await expect(attempt()).rejects.toMatchObject({
          status: 401,
          code: 'invalid_credentials',
          message: 'The email or password is wrong.',
          details: [],
          hint: undefined,
        });
      }
    });

    test('429: after five failures for a minute, even with the right password', async () => {
      const { email } = alice.user;
      expect(await failTimes(6)).toEqual([
        ...Array.from({ length: 5 }, () => 'invalid_credentials'),
        'too_many_failed_attempts',
      ]);
      await expect(signIn(email)).rejects.toMatchObject({
        status: 429,
        code: 'too_many_failed_attempts',
        retryAfter: 60,
      });
      parley.advance(minute);
      expect((await signIn(email)).user._id).toBe(alice.user.id);
      expect(await failTimes(4)).toEqual(Array.from({ length: 4 }, () => 'invalid_credentials'));
    });

    test('429: each further failure doubles the wait', async () => {
      await failTimes(5);
      const waits: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const { retryAfter } = (await signIn(alice.user.email).catch((error: { retryAfter: number }) => error)) as {
          retryAfter: number;
        };
        waits.push(retryAfter);
        parley.advance(retryAfter * 1000 + 1);
        expect(await failTimes(1)).toEqual(['invalid_credentials']);
      }
      expect(waits).toEqual([60, 120, 240, 480, 900]);
    });

    test('429: simultaneous guesses count, too', async () => {
      const guesses = Array.from({ length: 40 }, () =>
        signIn(alice.user.email, other).catch(({ code }) => code as string),
      );
      const codes = await Promise.all(guesses);
      expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5);
      expect(codes.filter((code) => code === 'too_many_failed_attempts')).toHaveLength(35);
    });

    test('429: the email counts in any case of letters', async () => {
      await failTimes(3);
      expect((await failTimes(3, alice.user.email.toUpperCase())).at(-1)).toBe('too_many_failed_attempts');
    });

    test('429: other people at the same address aren’t affected', async () => {
      await failTimes(6);
      const bob = await parley.person();
      expect((await signIn(bob.user.email)).user._id).toBe(bob.user.id);
    });

    test('429: after 20 failures in a minute an address must wait for every account', async () => {
      const codes: string[] = [];
      for (let tries = 0; tries < 22; tries += 1) codes.push(...(await failTimes(1, `guessed-${tries}@example.com`)));
      expect(codes.slice(19)).toEqual(['invalid_credentials', 'too_many_failed_attempts', 'too_many_failed_attempts']);
      // Passwords aren't checked any more: a hash per guess would use all cores.
      await expect(signIn(alice.user.email)).rejects.toMatchObject({ code: 'too_many_failed_attempts' });
      parley.advance(minute);
      expect((await signIn(alice.user.email)).user._id).toBe(alice.user.id);
      expect(await failTimes(1, 'guessed-again@example.com')).toEqual(['invalid_credentials']);
    });
  });

  describe('lifetime', () => {
    test('twelve hours without a request', async () => {
      const session = await alice.session();
      parley.advance(12 * hour - minute);
      await session.me.retrieve();
      const idle = await alice.session();
      parley.advance(12 * hour + minute);
      await expect(idle.me.retrieve()).rejects.toMatchObject({ status: 401, code: 'session_ended' });
    });

    test('at most seven days, even if used', async () => {
      const session = await alice.session();
      for (let passed = 0; passed < 7 * day - 6 * hour; passed += 6 * hour) {
        await session.me.retrieve();
        parley.advance(6 * hour);
        // Uses are written once a minute; this writes them as a shutdown would.
        await parley.db.write([touched(alice.user.id)]);
      }
      await session.me.retrieve();
      parley.advance(6 * hour + minute);
      await expect(session.me.retrieve()).rejects.toMatchObject({ status: 401 });
    });

    /** Extends a person's sessions, as requests do. */
    const touched = (user: string) => {
      const far = Date.now() + 365 * day;
      return parley.db.query.updateTable('sessions').set({ expires_at: far }).where('user_id', '=', user).compile();
    };

    test('at most fifty per person; a new one replaces the oldest', async () => {
      const first = await alice.session();
      await first.me.retrieve();
      const { db } = parley;
      const own = db.query.selectFrom('sessions').selectAll().where('user_id', '=', alice.user.id);
      const [row] = await db.read(own);
      const more = Array.from({ length: 49 }, (_, index) => ({
        ...(row as NonNullable<typeof row>),
        id: `sess_${alice.user.id}_${index}`,
        digest: `digest ${alice.user.id} ${index}`,
        created_at: Number(row?.created_at) + index + 1,
      }));
      await db.write(more.map((values) => db.query.insertInto('sessions').values(values).compile()));
      const last = await alice.session();
      expect((await last.sessions.list({ limit: 100 })).items).toHaveLength(50);
      parley.features.admission.authentication.callers.forget();
      await expect(first.me.retrieve()).rejects.toMatchObject({ status: 401 });
    });

    test('ends when the person is suspended', async () => {
      const session = await alice.session();
      await session.me.retrieve();
      await parley.features.accounts.setStatus(alice.user.email, 'suspended');
      await expect(session.me.retrieve()).rejects.toMatchObject({ status: 401 });
      // Sessions from before, perhaps a thief's, don't come back with the person.
      await parley.features.accounts.setStatus(alice.user.email, 'active');
      await expect(session.me.retrieve()).rejects.toMatchObject({ status: 401 });
      await (await alice.session()).me.retrieve();
    });
  });

  describe('list, revoke and sign out', () => {
    test('the list shows all sessions and marks the current one', async () => {
      const one = await alice.session();
      const two = await alice.session();
      const { items } = await one.sessions.list();
      expect(items).toHaveLength(2);
      expect(items.filter(({ current }) => current)).toHaveLength(1);
      for (const item of items) {
        expect(item).toEqual({
          _id: expect.stringMatching(/^sess_/),
          current: expect.any(Boolean),
          userAgent: expect.stringMatching(/^parley-sdk-js\//),
          address: expect.stringMatching(/127\.0\.0\.1$/),
          createdAt: expect.stringMatching(/Z$/),
          lastSeenAt: expect.stringMatching(/Z$/),
          expiresAt: expect.stringMatching(/Z$/),
          ...{ methods: ['password'], confirmedAt: item.createdAt },
        });
      }
      const current = (list: typeof items) => list.find((item) => item.current)?._id;
      expect(current((await two.sessions.list()).items)).not.toBe(current(items));
    });

    test('a revoked session is refused with the next request', async () => {
      const one = await alice.session();
      const two = await alice.session();
      await two.me.retrieve();
      const { items } = await one.sessions.list();
      const target = items.find(({ current }) => !current)?._id ?? '';
      expect(await one.sessions.revoke(target)).toEqual({ message: 'Session ended.' });
      await expect(two.me.retrieve()).rejects.toMatchObject({ status: 401 });
      expect((await one.sessions.list()).items).toHaveLength(1);
    });

    test('signing out ends only the current session', async () => {
      const one = await alice.session();
      const two = await alice.session();
      expect(await one.sessions.signOut()).toEqual({ message: 'Signed out.' });
      await expect(one.me.retrieve()).rejects.toMatchObject({ status: 401 });
      expect((await two.sessions.list()).items).toHaveLength(1);
    });

    test('403: a key', async () => {
      const client = await alice.client();
      for (const attempt of [
        () => client.sessions.list(),
        () => client.sessions.signOut(),
        () => client.sessions.revoke('sess_x'),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ status: 403, code: 'session_required' });
      }
    });

    test('404: another person’s session', async () => {
      const theirs = await (await parley.person()).session();
      const [item] = (await theirs.sessions.list()).items;
      const session = await alice.session();
      for (const id of [item?._id ?? '', 'nonsense']) {
        await expect(session.sessions.revoke(id)).rejects.toMatchObject({ status: 404, code: 'session_not_found' });
      }
      await theirs.me.retrieve();
    });
  });

  describe('the password', () => {
    test('changes, ends every other session, and keeps this one and the keys', async () => {
      const session = await alice.session();
      const elsewhere = await alice.session();
      const client = await alice.client();
      await elsewhere.me.retrieve();
      expect(await session.password.change({ currentPassword: password, newPassword: other })).toEqual({
        message: 'Password changed; every other session has ended.',
      });
      await expect(elsewhere.me.retrieve()).rejects.toMatchObject({ status: 401 });
      await session.me.retrieve();
      await client.me.retrieve();
      await expect(signIn(alice.user.email)).rejects.toMatchObject({ code: 'invalid_credentials' });
      expect((await signIn(alice.user.email, other)).user._id).toBe(alice.user.id);
    });

    test('401: a password that changes during its check grants no session and no change', async () => {
      const { accounts } = parley.features;
      const session = await alice.session();
      const digest = async () => (await accounts.findUser({ id: alice.user.id }))?.password_hash ?? '';
      const racing = (meanwhile: () => Promise<unknown>) =>
        createSessions({
          ...{ db: racingWrite(parley.db, meanwhile), now: Date.now, newId, limiter: createLocalLimiter() },
          passwords: { check: () => undefined, hash: async () => 'never kept', verify: async () => true },
          ...signInGuard(Date.now),
          findUser: async () => ({ ...alice.user, account: alice.account, digest: await digest(), active: true }),
          record: () => ({ sql: 'select 1', parameters: [] }),
          ...{ setPassword: accounts.setPassword, demandPassword: accounts.demandPassword },
          tellPassword: async () => [],
          forgetCallers: () => undefined,
          secondStep: async () => ({ error: undefined, statements: [] }),
          ...{ openSignIn: fail, proveAlone: fail, proveAgain: fail, onError: fail },
        });
      const change = (currentPassword: string, newPassword: string) => () =>
        session.password.change({ currentPassword, newPassword });
      const at = { requestId: 'req', address: '127.0.0.1', userAgent: '', origin: undefined, host: undefined };
      const signedIn = racing(change(password, other)).signIn(at, { email: alice.user.email, password });
      await expect(signedIn).rejects.toMatchObject({ code: 'invalid_credentials' });
      expect((await session.sessions.list()).items).toHaveLength(1);

      const principal = { ...actorOf(alice), id: 'sess_elsewhere' };
      const drafts = { currentPassword: other, newPassword: 'what a thief would like' };
      const changed = racing(change(other, password)).changePassword(principal, drafts);
      await expect(changed).rejects.toMatchObject({ code: 'invalid_credentials' });
      expect(await digest()).not.toBe('never kept');
      await session.me.retrieve();
    });

    test.each([
      ['short', 'must have at least 12 characters'],
      ['password1234', 'is too easy to guess'],
    ])('400: %s', async (newPassword, message) => {
      const session = await alice.session();
      await expect(session.password.change({ currentPassword: password, newPassword })).rejects.toMatchObject({
        status: 400,
        details: [{ path: 'newPassword', message }],
      });
      await signIn(alice.user.email);
    });

    test('401: a wrong current password; the session stays', async () => {
      const session = await alice.session();
      const change = session.password.change({ currentPassword: other, newPassword: 'yet another passphrase' });
      await expect(change).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
      await session.me.retrieve();
    });

    test('403: a key', async () => {
      const client = await alice.client();
      const change = client.password.change({ currentPassword: password, newPassword: other });
      await expect(change).rejects.toMatchObject({ status: 403, code: 'session_required' });
    });

    test('429: guessing the current password is throttled, too', async () => {
      const session = await alice.session();
      const guess = () => session.password.change({ currentPassword: other, newPassword: other });
      for (let tries = 0; tries < 5; tries += 1) await expect(guess()).rejects.toMatchObject({ status: 401 });
      await expect(guess()).rejects.toMatchObject({ status: 429, code: 'too_many_failed_attempts' });
    });
  });

  test('secret fields accept only text', async () => {
    for (const currentPassword of [null, '', [], {}, true, 0]) {
      const reply = await send(parley.url, {
        method: 'POST',
        path: '/api/session',
        body: { email: alice.user.email, password: currentPassword },
      });
      expectFailure(reply, 'validation_failed');
    }
    expect(() => new Parley({ baseURL: parley.url, apiKey: '' })).toThrow();
  });
});
