// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { type App, addApp, appOf, demandOf, foreignTo, halfSignedIn } from '../../../testing/fixtures/second-factor.ts';
import { type Person, password, service, sessionClient } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';

const minute = 60_000;
const other = 'another fine passphrase';

/** Settles two simultaneous requests, and returns how each ended. */
const outcomes = async (...attempts: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).map((result) =>
    result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code,
  );

describe.each(engines)('authenticator apps and recovery codes, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let session: Parley;
  let app: App;
  let recoveryCodes: readonly string[];

  beforeEach(async () => {
    // An address has 20 failures per minute, and these tests cause many.
    parley.advance(minute + 1);
    alice = await parley.person();
    ({ session, app, recoveryCodes } = await addApp(parley, alice));
  });

  const begin = (person = alice) => halfSignedIn(parley.url, person.user.email);
  const finish = async (code: string, person = alice) => {
    const { client, demand } = await begin(person);
    await client.sessions.createBySecondFactor({ token: demand.token, code });
    return client;
  };
  const refused = (attempt: Promise<unknown>, code: string, status = 401) =>
    expect(attempt).rejects.toMatchObject({ status, code });

  describe('setting up', () => {
    test('shows the secret once, and ten codes with the first second factor', async () => {
      const bob = await parley.person();
      const added = await addApp(parley, bob);
      expect(added.uri).toContain(`otpauth://totp/Parley:${encodeURIComponent(bob.user.email)}`);
      expect(added.uri).toContain('issuer=Parley');
      expect(added.secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(new Set(added.recoveryCodes).size).toBe(10);
      for (const code of added.recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
      expect(await added.session.secondFactor.retrieve()).toEqual({
        totp: { createdAt: expect.any(String) },
        passkeys: [],
        recoveryCodes: { left: 10, createdAt: expect.any(String) },
        requiredBy: [],
      });
      const rows = await Promise.all([
        parley.db.read(parley.db.query.selectFrom('totp_factors').selectAll()),
        parley.db.read(parley.db.query.selectFrom('recovery_codes').selectAll()),
      ]);
      const kept = JSON.stringify(rows) + parley.log();
      for (const secret of [
        added.secret,
        ...added.recoveryCodes,
        ...added.recoveryCodes.map((code) => code.replace('-', '')),
      ])
        expect(kept).not.toContain(secret);
    });

    test('counts only once a code has confirmed it, and replaces the secret of an earlier call', async () => {
      const bob = await parley.person();
      const client = await bob.session();
      const first = await client.secondFactor.startTotp();
      const second = await client.secondFactor.startTotp();
      await bob.session();
      const code = foreignTo(appOf(parley, second.secret), appOf(parley, first.secret));
      await refused(client.secondFactor.confirmTotp({ code }), 'second_factor_invalid');
      expect(await client.secondFactor.retrieve()).toMatchObject({ totp: null, recoveryCodes: null });
    });

    test('ends the person’s other sessions with the first second factor, and tells the workspace', async () => {
      const bob = await parley.person();
      const elsewhere = await bob.session();
      const added = await addApp(parley, bob);
      await refused(elsewhere.me.retrieve(), 'session_ended');
      await added.session.me.retrieve();
      const events = (await loggedEvents(parley.db, bob.user.id)).map(({ type, workspace, data }) => {
        return { type, workspace, data };
      });
      const user = bob.user.id;
      expect(events).toEqual(
        expect.arrayContaining([
          { type: 'member.updated', workspace: bob.workspace, data: { user, fields: ['secondFactor'] } },
          { type: 'second_factor.enabled', workspace: null, data: { user, method: 'totp' } },
          { type: 'second_factor.recovery_codes_created', workspace: null, data: { user } },
          { type: 'session.ended', workspace: null, data: { user, reason: 'second_factor' } },
        ]),
      );
    });

    test('takes the password if the sign-in is old', async () => {
      const bob = await parley.person();
      const client = await bob.session();
      parley.advance(15 * minute);
      await refused(client.secondFactor.startTotp(), 'confirmation_required', 403);
      await refused(client.secondFactor.startTotp({ password: other }), 'invalid_credentials');
      await client.secondFactor.startTotp({ password });
      await client.sessions.confirm({ password });
      await client.secondFactor.startTotp();
    });

    test('a new app replaces the old one once it is confirmed', async () => {
      const { secret } = await session.secondFactor.startTotp();
      await finish(app.next());
      const next = appOf(parley, secret);
      expect(await session.secondFactor.confirmTotp({ code: next.next() })).toEqual({ recoveryCodes: null });
      await refused(finish(foreignTo(next, app)), 'second_factor_invalid');
      await finish(next.next());
    });

    test('a secret that was never confirmed expires within an hour', async () => {
      const bob = await parley.person();
      const client = await bob.session();
      const { secret } = await client.secondFactor.startTotp();
      parley.advance(60 * minute);
      await refused(client.secondFactor.confirmTotp({ code: appOf(parley, secret).next() }), 'challenge_expired');
    });

    test('of two first confirmations at once, one succeeds', async () => {
      const bob = await parley.person();
      const client = await bob.session();
      const { secret } = await client.secondFactor.startTotp();
      const code = appOf(parley, secret).next();
      const ends = await outcomes(client.secondFactor.confirmTotp({ code }), client.secondFactor.confirmTotp({ code }));
      expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    });
  });

  describe('signing in', () => {
    test('begins no session before the second factor, and says what it was', async () => {
      const { client, demand } = await begin();
      expect(demand.methods).toEqual(['totp', 'recovery_code']);
      await refused(client.me.retrieve(), 'missing_api_key');
      const signedIn = await client.sessions.createBySecondFactor({ token: demand.token, code: app.next() });
      expect(signedIn.user._id).toBe(alice.user.id);
      expect(await client.sessions.current()).toMatchObject({ methods: ['password', 'totp'] });
    });

    test('takes the code with spaces, and one time step late', async () => {
      const code = app.next();
      parley.advance(30_000);
      await finish(`${code.slice(0, 3)} ${code.slice(3)}`);
    });

    test('401: a code is accepted once, also by two requests at once, and no earlier one after it', async () => {
      const code = app.next();
      const [one, two] = [await begin(), await begin()];
      const ends = await outcomes(
        one.client.sessions.createBySecondFactor({ token: one.demand.token, code }),
        two.client.sessions.createBySecondFactor({ token: two.demand.token, code }),
      );
      expect(ends.sort()).toEqual(['done', 'second_factor_invalid']);
      await refused(finish(code), 'second_factor_invalid');
      await refused(finish(app.ago(1)), 'second_factor_invalid');
    });

    test('401: the code that confirmed the app is used up', async () => {
      await refused(finish(app.ago(0)), 'second_factor_invalid');
    });

    test('401: a code of another person, an old one, and a wrong one', async () => {
      const bob = await addApp(parley, await parley.person());
      await refused(finish(foreignTo(app, bob.app)), 'second_factor_invalid');
      app.next();
      await refused(finish(app.ago(3)), 'second_factor_invalid');
      for (const code of [app.wrong(), 'x']) await refused(finish(code), 'second_factor_invalid');
    });

    test('401: a token works once, within ten minutes, and isn’t another person’s', async () => {
      const { client, demand } = await begin();
      await client.sessions.createBySecondFactor({ token: demand.token, code: app.next() });
      const again = { token: demand.token, code: app.next() };
      await refused(client.sessions.createBySecondFactor(again), 'challenge_expired');
      const late = await begin();
      parley.advance(10 * minute);
      await refused(
        late.client.sessions.createBySecondFactor({ token: late.demand.token, code: app.next() }),
        'challenge_expired',
      );
      const bob = await parley.person();
      const { app: bobs } = await addApp(parley, bob);
      const his = await begin(bob);
      await refused(
        his.client.sessions.createBySecondFactor({ token: his.demand.token, code: foreignTo(bobs, app) }),
        'second_factor_invalid',
      );
      await his.client.sessions.createBySecondFactor({ token: his.demand.token, code: bobs.next() });
    });

    test('401: a token is worth five wrong tries', async () => {
      const { client, demand } = await begin();
      const tried = (code: string) => client.sessions.createBySecondFactor({ token: demand.token, code });
      for (let tries = 0; tries < 5; tries += 1) await refused(tried(app.wrong()), 'second_factor_invalid');
      await refused(tried(app.wrong()), 'challenge_expired');
      // The throttle counts for the person, whatever token they have.
      await refused(finish(app.next()), 'too_many_failed_attempts', 429);
      parley.advance(minute + 1);
      await finish(app.next());
    });

    test('400: a code or a passkey', async () => {
      const { client, demand } = await begin();
      await refused(client.sessions.createBySecondFactor({ token: demand.token }), 'validation_failed', 400);
    });

    test('401: a wrong password and an unknown address say nothing of second factors', async () => {
      for (const email of [alice.user.email, 'nobody@example.com']) {
        const attempt = sessionClient(parley.url).sessions.create({ email, password: other });
        await expect(attempt).rejects.toMatchObject({ code: 'invalid_credentials', secondFactor: undefined });
      }
    });
  });

  describe('recovery codes', () => {
    test('each works once, however it is typed', async () => {
      const [code = '', second = ''] = recoveryCodes;
      const client = await finish(code.replace('-', ' ').toUpperCase());
      expect(await client.sessions.current()).toMatchObject({ methods: ['password', 'recovery_code'] });
      await refused(finish(code), 'second_factor_invalid');
      expect((await client.secondFactor.retrieve()).recoveryCodes).toMatchObject({ left: 9 });
      const [one, two] = [await begin(), await begin()];
      const ends = await outcomes(
        one.client.sessions.createBySecondFactor({ token: one.demand.token, code: second }),
        two.client.sessions.createBySecondFactor({ token: two.demand.token, code: second }),
      );
      expect(ends.sort()).toEqual(['done', 'second_factor_invalid']);
    });

    test('401: those of another person, and those that were replaced', async () => {
      const bob = await addApp(parley, await parley.person());
      await refused(finish(bob.recoveryCodes[0] ?? ''), 'second_factor_invalid');
      const renewed = await session.secondFactor.renewRecoveryCodes();
      await refused(finish(recoveryCodes[0] ?? ''), 'second_factor_invalid');
      await finish(renewed.recoveryCodes[0] ?? '');
    });

    test('end with the last second factor', async () => {
      await session.secondFactor.removeTotp();
      expect(await session.secondFactor.retrieve()).toMatchObject({ totp: null, recoveryCodes: null });
      const signedIn = await alice.session();
      expect(await signedIn.sessions.current()).toMatchObject({ methods: ['password'] });
    });
  });

  describe('other ways in', () => {
    test('a link that sets a password begins no session, and ends sign-ins that were under way', async () => {
      const { client, demand } = await begin();
      const { url } = await parley.features.accounts.people.resetLink(alice.user.email);
      const [, token = ''] = url.split('#token=');
      const browser = sessionClient(parley.url);
      const reset = await demandOf(browser.passwordResets.confirm({ token, password: other }));
      await refused(browser.me.retrieve(), 'missing_api_key');
      await refused(session.me.retrieve(), 'session_ended');
      await refused(
        client.sessions.createBySecondFactor({ token: demand.token, code: app.next() }),
        'challenge_expired',
      );
      await browser.sessions.createBySecondFactor({ token: reset.token, code: app.next() });
      expect(await browser.sessions.current()).toMatchObject({ methods: ['password_reset', 'totp'] });
    });

    test('an invitation takes the password and the second factor', async () => {
      const host = await parley.person();
      const owner = await host.session();
      const made = await owner.workspaces.invitations.create(host.workspace, {
        email: alice.user.email,
        role: 'editor',
      });
      const [, token = ''] = (made.url ?? '').split('#token=');
      const browser = sessionClient(parley.url);
      const demand = await demandOf(browser.invitations.accept({ token, password }));
      await refused(browser.me.retrieve(), 'missing_api_key');
      const bob = await parley.person();
      const { app: bobs } = await addApp(parley, bob);
      const his = { token: (await begin(bob)).demand.token, code: bobs.next() };
      await refused(browser.invitations.accept({ token, password, secondFactor: his }), 'second_factor_invalid');
      await browser.invitations.accept({ token, password, secondFactor: { token: demand.token, code: app.next() } });
      expect((await browser.me.retrieve()).workspaces).toHaveLength(2);
      expect(await browser.sessions.current()).toMatchObject({ methods: ['password', 'totp'] });
    });

    test('a changed password ends sign-ins that are under way', async () => {
      const { client, demand } = await begin();
      await session.password.change({ currentPassword: password, newPassword: other });
      await refused(
        client.sessions.createBySecondFactor({ token: demand.token, code: app.next() }),
        'challenge_expired',
      );
    });

    test('a suspended person can’t complete a sign-in', async () => {
      const { client, demand } = await begin();
      await parley.features.accounts.setStatus(alice.user.email, 'suspended');
      await refused(
        client.sessions.createBySecondFactor({ token: demand.token, code: app.next() }),
        'challenge_expired',
      );
    });

    test('the operator removes all of it, and ends the sessions', async () => {
      await parley.features.secondFactor.reset(alice.user.email);
      await refused(session.me.retrieve(), 'session_ended');
      await alice.session();
      await expect(parley.features.secondFactor.reset('nobody@example.com')).rejects.toMatchObject({
        code: 'member_not_found',
      });
    });
  });
});
