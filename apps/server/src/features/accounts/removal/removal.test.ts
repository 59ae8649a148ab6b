// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { fillWorkspace } from '../../../../testing/fixtures/full-workspace.ts';
import { type Person, password, service } from '../../../../testing/harness.ts';
import { runSweep } from '../../../../testing/jobs/sweeps.ts';
import { everyRow, idsOf, naming, tablesOfUsers } from '../../../../testing/memory/left-behind.ts';
import { send } from '../../../../testing/request.ts';
import { newId } from '../../../ids.ts';
import { statement } from '../../../storage/unit.ts';

/** Longer than a loaded machine takes for all portions. */
const patient = { timeout: 60_000, interval: 25 };

describe.each(engines)('the deletion of one’s own account, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let bob: Person;
  let session: Parley;

  beforeEach(async () => {
    [alice, bob] = [await parley.person(), await parley.person()];
    session = await alice.session();
  });

  const purged = async () => {
    const { db } = parley;
    const jobs = db.query.selectFrom('jobs').select('id');
    const ours = jobs.where((of) => of.or([of('kind', 'like', 'workspaces.%'), of('kind', 'like', 'accounts.%')]));
    await vi.waitFor(async () => expect(await db.read(ours)).toEqual([]), patient);
    await parley.features.blobs.sweep();
  };

  /** Gives Alice a row in every table that refers to people. */
  const fill = async () => {
    const { db } = parley;
    await bob.invite(alice, 'admin');
    const { id } = alice.user;
    await session.workspaces.invitations.create(bob.workspace, { email: 'friend@example.com', role: 'viewer' });
    const key = await session.apiKeys.create({ name: 'Mine', scopes: ['agents:read'] });
    const code = { id, email: alice.user.email, digest: 'x', tries: 0, expires_at: Date.now() + 60_000 };
    const uses = { counter: 0, backed_up: 0, created_at: 0, last_used_at: null, transports: '[]' };
    const passkey = { id: 'passkey_1', user_id: id, credential_id: 'a credential', rp_id: 'localhost', name: 'Key' };
    const challenge = { id: 'a token', user_id: id, kind: 'sign-in', method: 'password', challenge: null, tries: 0 };
    await db.write([
      statement(
        db.query.insertInto('totp_factors').values({
          ...{ user_id: id, secret: 'sealed', created_at: 1, last_step: 1, pending: null, pending_at: null },
        }),
      ),
      statement(db.query.insertInto('passkeys').values({ ...passkey, ...uses, public_key: 'a key' })),
      statement(db.query.insertInto('recovery_codes').values({ id: 'a code', user_id: id, created_at: 1 })),
      statement(db.query.insertInto('factor_challenges').values({ ...challenge, expires_at: Date.now() + 60_000 })),
      statement(db.query.insertInto('address_codes').values(code)),
      statement(
        db.query.insertInto('password_resets').values({
          ...{ id: 'a digest', user_id: id, email: alice.user.email, mailed: 1 },
          ...{ issued_by: null, expires_at: Date.now() + 60_000 },
        }),
      ),
      statement(
        db.query.insertInto('usage_hours').values({ key_id: key._id, account_id: alice.account, hour: 0, requests: 5 }),
      ),
    ]);
    return key;
  };

  test('200: with its workspaces; nothing names the person, the address or the account any more', async () => {
    const { _id: key } = await fill();
    const doomed = await fillWorkspace(parley, { owner: alice, client: session });
    const before = await everyRow(parley.db);
    const own = new Set(naming(before, new Set([alice.user.id])).map(({ table }) => table));
    // A table that is missing here needs a row in `fill`, so that this test sees whether it goes.
    expect([...own]).toEqual(expect.arrayContaining(await tablesOfUsers(parley.db)));
    const counts = await session.me.dependents();
    expect(counts).toMatchObject({
      workspaces: [{ name: 'Home' }, { name: 'Doomed' }],
      ...{ memberships: 1, apiKeys: 2, sessions: 2, agents: 1, conversations: 5, invitations: 1, files: 2 },
    });
    const ids = idsOf(before, doomed.id, ({ table }) => table === 'accounts' || table === 'users');
    for (const id of [alice.workspace, alice.account, alice.user.email, key]) ids.add(id);
    const { message } = await session.me.delete({ password });
    expect(message).toMatch(
      /^Account deleted with 2 workspaces, 1 agent, .* 1 membership, 2 API keys and 2 sessions\.$/,
    );
    await expect(session.me.retrieve()).rejects.toMatchObject({ status: 401 });
    await expect(alice.session()).rejects.toMatchObject({ code: 'invalid_credentials' });
    await purged();
    const after = await everyRow(parley.db);
    expect(naming(after, ids)).toEqual([]);
    // Only as an unknown ID, where the person acted in the workspaces of others.
    const acted = naming(after, new Set([alice.user.id]));
    expect(acted.length).toBeGreaterThan(0);
    expect(acted.filter(({ table }) => table !== 'events' && table !== 'event_log')).toEqual([]);
    expect(acted.every(({ values }) => values['workspace_id'] === bob.workspace)).toBe(true);
    // The address is free.
    await parley.person({ email: alice.user.email });
  });

  test('200: what the person wrote in a workspace of others stays, without the name', async () => {
    const owner = await bob.session();
    const { _id: agent } = await owner.agents.create({ name: 'Echo', model: 'builtin/echo' });
    await bob.invite(alice, 'editor');
    session = await alice.session();
    const { conversation } = await session.agents.chat(agent, { message: 'Hello' });
    await session.conversations.takeOver(conversation._id);
    await session.messages.send(conversation._id, { content: 'By a person' });
    await session.me.delete({ password });
    await purged();
    const { items } = await owner.messages.list(conversation._id);
    expect(items.map(({ content }) => content)).toContain('By a person');
    expect((await owner.workspaces.members.list(bob.workspace)).items.map(({ user }) => user._id)).toEqual([
      bob.user.id,
    ]);
  });

  test('200: an account stays as long as it has others', async () => {
    await alice.invite(bob, 'owner');
    await session.me.delete({ password });
    await purged();
    const owner = await bob.session();
    expect((await owner.workspaces.retrieve(alice.workspace)).role).toBe('owner');
    // It goes with its last workspace.
    const { db } = parley;
    const account = db.query.selectFrom('accounts').select('id').where('id', '=', alice.account);
    expect(await db.read(account)).toHaveLength(1);
    await owner.me.delete({ password });
    await purged();
    expect(await db.read(account)).toEqual([]);
  });

  test('200: a person or an account whose job is gone is found by the clock', async () => {
    const { db } = parley;
    await session.me.delete({ password });
    await purged();
    const lost = await parley.person();
    const gone = db.query.updateTable('users').set({ status: 'deleted' }).where('id', '=', lost.user.id);
    const workspace = db.query.updateTable('workspaces').set({ deleted_at: 1 }).where('id', '=', lost.workspace);
    await db.write([statement(gone), statement(workspace)]);
    const deserted = newId('account');
    const account = { id: deserted, plan: 'free', created_at: Date.now() };
    await db.write([statement(db.query.insertInto('accounts').values(account))]);
    await runSweep(parley, 'accounts.leftovers');
    await runSweep(parley, 'workspaces.leftovers');
    await purged();
    expect(naming(await everyRow(db), new Set([lost.user.id, lost.workspace, lost.account, deserted]))).toEqual([]);
  });

  test('400 and 401: without a password, with a wrong one; nothing changes', async () => {
    const { headers } = await signIn(alice);
    const path = '/api/me';
    const without = await send(parley.url, { method: 'DELETE', path, headers });
    expect(without.status).toBe(400);
    expect(without.json()).toMatchObject({ details: [{ path: 'password', message: 'is required' }] });
    await expect(session.me.delete({ password: 'not the password' })).rejects.toMatchObject({
      ...{ status: 401, code: 'invalid_credentials' },
    });
    expect((await session.me.retrieve()).user._id).toBe(alice.user.id);
  });

  test('403: a key can’t', async () => {
    const client = await alice.client();
    await expect(client.me.delete({ password })).rejects.toMatchObject({ code: 'session_required' });
  });

  test('409: the only owner of a workspace with others, which is named; the preview says so, too', async () => {
    await alice.invite(bob, 'admin');
    const refusal = { status: 409, code: 'last_owner', message: expect.stringContaining('“Home”') };
    await expect(session.me.dependents()).rejects.toMatchObject(refusal);
    await expect(session.me.delete({ password })).rejects.toMatchObject(refusal);
  });

  const signIn = async (person: Person) => {
    const body = { email: person.user.email, password };
    const reply = await send(parley.url, { method: 'POST', path: '/api/session', body });
    const cookie = String(reply.headers['set-cookie']).split(';', 1)[0] ?? '';
    return { headers: { cookie, origin: parley.url } };
  };
});

describe.each(engines)('the last person of a server, on %s', (engine) => {
  const parley = service(engine);

  test('409: can’t delete their account; of two at once, one stays', async () => {
    const [alice, bob] = [await parley.person(), await parley.person()];
    const both = await Promise.all([alice.session(), bob.session()]);
    const ends = await Promise.allSettled(both.map((each) => each.me.delete({ password })));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'last_owner' } });
    const last = both[ends.findIndex(({ status }) => status === 'rejected')];
    await expect(last?.me.dependents()).rejects.toMatchObject({ code: 'last_owner' });
  });
});
