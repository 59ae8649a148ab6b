// @module-tag sql
import { describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { addApp, halfSignedIn } from '../../../../testing/fixtures/second-factor.ts';
import { type Person, password, service, sessionClient } from '../../../../testing/harness.ts';
import { forgetEvents, loggedEvents } from '../../../../testing/logged-events.ts';
import { type Origin, operator } from '../../../access/actor.ts';
import { createLocalLimiter } from '../../../access/limits/rate-limit.ts';
import { recordEvent } from '../../events/record.ts';
import { createFailedSignIns } from './failed-sign-ins.ts';

const wrong = 'not the password of a person';

describe.each(engines)('events of sign-ins, on %s', (engine) => {
  const parley = service(engine);

  const eventsOf = async (person: Person) =>
    (await loggedEvents(parley.db, person.user.id)).filter(({ type }) => type.startsWith('session.'));
  const guess = (email: string) => sessionClient(parley.url).sessions.create({ email, password: wrong });
  /** Waits until so many failures of a person are written: that is done in the background. */
  const failuresOf = async (person: Person, count: number) => {
    const failures = async () => (await eventsOf(person)).filter(({ type }) => type === 'session.failed');
    await vi.waitFor(async () => expect(await failures()).toHaveLength(count), 30_000);
    return failures();
  };

  test('a sign-in says how, in the person’s own account and in no workspace', async () => {
    const ada = await parley.person();
    const client = await ada.session();
    const { items } = await client.sessions.list();
    const user = ada.user.id;
    const about = { account: ada.account, workspace: null, actor: { user }, changes: [] };
    const [session] = items.map(({ _id }) => _id);
    expect(await eventsOf(ada)).toEqual([
      { type: 'session.created', ...about, data: { user, session, methods: ['password'] } },
    ]);
    const [row] = await parley.db.read(
      parley.db.query
        .selectFrom('event_log')
        .selectAll()
        .where('account_id', '=', ada.account)
        .where('type', '=', 'session.created'),
    );
    expect(row).toMatchObject({ address: '127.0.0.1', client: expect.stringContaining('parley') });
    expect(row?.request_id).toMatch(/\S/);
    await client.sessions.signOut();
    expect((await eventsOf(ada)).slice(1)).toEqual([
      { type: 'session.ended', ...about, data: { user, session, reason: 'signed_out' } },
    ]);
  });

  test('a second factor is part of it, and its failure is told', async () => {
    const ada = await parley.person();
    const { app } = await addApp(parley, ada);
    await forgetEvents(parley.db);
    const { client, demand } = await halfSignedIn(parley.url, ada.user.email);
    const { token } = demand;
    await expect(client.sessions.createBySecondFactor({ token, code: app.wrong() })).rejects.toMatchObject({
      code: 'second_factor_invalid',
    });
    await client.sessions.createBySecondFactor({ token, code: app.next() });
    expect(await failuresOf(ada, 1)).toMatchObject([
      { actor: { system: true }, data: { user: ada.user.id, reason: 'second_factor' } },
    ]);
    const created = (await eventsOf(ada)).find(({ type }) => type === 'session.created');
    expect(created?.data['methods']).toEqual(['password', 'totp']);
  });

  test('wrong passwords: one event of a person and place in a minute, and none for an unknown address', async () => {
    const [ada, bob] = [await parley.person(), await parley.person()];
    const before = (await loggedEvents(parley.db)).length;
    await expect(guess(`nobody-${ada.user.email}`)).rejects.toMatchObject({ code: 'invalid_credentials' });
    for (const person of [ada, ada, bob]) {
      await expect(guess(person.user.email)).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    const [failed] = await failuresOf(ada, 1);
    expect(failed).toMatchObject({ account: ada.account, workspace: null, data: { reason: 'password' } });
    await failuresOf(bob, 1);
    parley.advance(60_000);
    await expect(guess(ada.user.email)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await failuresOf(ada, 2);
    expect(await loggedEvents(parley.db)).toHaveLength(before + 3);
  });

  test('processes that share a limiter tell of one failure together', async () => {
    const [ada, { db, now }] = [await parley.person(), parley];
    const limiter = createLocalLimiter();
    const processes = [0, 1, 2].map(() =>
      createFailedSignIns({
        ...{ db, now, limiter, record: (actor, event) => recordEvent({ db, now }, actor, event) },
        findUser: async () => ({ account: ada.account }),
        onError: (error) => expect.unreachable(String(error)),
      }),
    );
    const at = (address: string): Origin => ({ requestId: 'req_1', address, client: 'A browser' });
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      for (const { note } of processes) note(ada.user.id, at(address), 'password');
    }
    for (const { close } of processes) await close();
    const rows = await loggedEvents(db, ada.user.id);
    expect(rows.filter(({ type }) => type === 'session.failed')).toHaveLength(2);
  });

  test('a suspended person: sessions end by the operator, and the right password is told as such', async () => {
    const ada = await parley.person();
    await ada.session();
    await parley.features.accounts.setStatus(ada.user.email, 'suspended');
    await expect(ada.session()).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await failuresOf(ada, 1)).toMatchObject([{ data: { reason: 'suspended' } }]);
    expect(await eventsOf(ada)).toContainEqual(
      expect.objectContaining({
        ...{ type: 'session.ended', account: ada.account, actor: { [operator.id]: true } },
        data: { user: ada.user.id, reason: 'suspended' },
      }),
    );
  });

  test('a new password ends other sessions; no event without other sessions', async () => {
    const ada = await parley.person();
    const [one, other] = [await ada.session(), await ada.session()];
    await forgetEvents(parley.db);
    await one.password.change({ currentPassword: password, newPassword: 'another long password' });
    await expect(other.me.retrieve()).rejects.toMatchObject({ status: 401 });
    const told = (await loggedEvents(parley.db, ada.user.id)).map(({ type, data }) => [type, data]);
    expect(told).toEqual([
      ['member.updated', { user: ada.user.id, fields: ['password'] }],
      ['session.ended', { user: ada.user.id, reason: 'password_changed' }],
    ]);
    await forgetEvents(parley.db);
    const again = { currentPassword: 'another long password', newPassword: 'one more long password' };
    await one.password.change(again);
    expect(await eventsOf(ada)).toEqual([]);
  });

  test('a session that another one of the person revokes, and one that is revoked twice', async () => {
    const ada = await parley.person();
    const [one, other] = [await ada.session(), await ada.session()];
    const { items } = await one.sessions.list();
    const doomed = items.find(({ current }) => !current)?._id ?? '';
    await one.sessions.revoke(doomed);
    await expect(one.sessions.revoke(doomed)).rejects.toMatchObject({ code: 'session_not_found' });
    await expect(other.me.retrieve()).rejects.toMatchObject({ status: 401 });
    const ended = (await eventsOf(ada)).filter(({ type }) => type === 'session.ended');
    expect(ended.map(({ data }) => data)).toEqual([{ user: ada.user.id, session: doomed, reason: 'revoked' }]);
  });
});
