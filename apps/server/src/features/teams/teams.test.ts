// @module-tag sql
import type { Parley, TeamCreateParams } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { teamRow } from '../../../testing/fixtures/teams.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { statement } from '../../storage/unit.ts';
import { membersOf, rulesOf } from './routing-store.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe.each(engines)('teams, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let serial = 0;

  beforeAll(async () => {
    alice = await parley.person({ plan: 'pro' });
    client = await alice.client();
  });

  /** Adds a person to the workspace of Alice, and returns the person's ID. */
  const join = async (role: 'editor' | 'viewer'): Promise<string> => {
    const person = await parley.person();
    await alice.invite(person, role);
    return person.user.id;
  };
  const draft = (more: Partial<TeamCreateParams> = {}): TeamCreateParams => {
    serial += 1;
    return { name: `Team ${serial}`, members: [{ user: alice.user.id }], ...more };
  };
  const make = (more: Partial<TeamCreateParams> = {}) => client.teams.create(draft(more));
  const refusal = (path: string, message: string) => ({
    ...{ status: 400, code: 'validation_failed' },
    details: [{ path, message }],
  });
  const latest = async (id: string) => (await loggedEvents(parley.db, id)).at(-1);

  test('is created with defaults', async () => {
    const made = await make({ name: ' Orders ' });
    expect(made).toEqual({
      ...{ _id: expect.stringMatching(/^team_[0-9a-hjkmnp-tv-z]{26}$/), workspace: alice.workspace, name: ' Orders ' },
      ...{ members: [{ user: alice.user.id, limit: null }], assignment: 'round_robin', answerWithin: null },
      ...{ createdAt: time, updatedAt: time },
    });
    const { data, etag } = await client.teams.retrieve(made._id).withResponse();
    expect([data, etag]).toEqual([made, '"1"']);
    expect(await latest(made._id)).toMatchObject({ type: 'team.created', data: { team: made._id } });
  });

  test('returns the same team for a repeated key', async () => {
    const [body, options] = [draft(), { idempotencyKey: 'the same team' }];
    const made = await client.teams.create(body, options);
    expect(await client.teams.create(body, options)).toEqual(made);
  });

  test('is changed: absent fields stay, members keep their order, and a read can be echoed', async () => {
    const bob = await join('editor');
    const made = await make({ answerWithin: 300 });
    const members = [
      { user: bob, limit: 2 },
      { user: alice.user.id, limit: null },
    ];
    const changed = await client.teams.update(made._id, { ...made, members, assignment: 'least_busy' });
    expect(changed).toEqual({ ...made, members, assignment: 'least_busy', updatedAt: time });
    expect(await client.teams.retrieve(made._id)).toEqual(changed);
    expect((await latest(made._id))?.changes).toEqual([
      { field: 'members', before: made.members, after: members },
      { field: 'assignment', before: 'round_robin', after: 'least_busy' },
    ]);
    expect(await client.teams.update(made._id, { answerWithin: null })).toMatchObject({ members, answerWithin: null });
  });

  test('lists by name and by creation, page by page', async () => {
    const other = await parley.person();
    const own = await other.client();
    for (const name of ['beta', 'Alpha', 'gamma'])
      await own.teams.create({ name, members: [{ user: other.user.id, limit: 1 }] });
    const named = async (query: Parameters<typeof own.teams.list>[0]) =>
      (await own.teams.list(query)).items.map(({ name }) => name);
    expect(await named({})).toEqual(['gamma', 'Alpha', 'beta']);
    expect(await named({ sort: 'name' })).toEqual(['Alpha', 'beta', 'gamma']);
    expect(await named({ workspaceId: alice.workspace })).toEqual([]);
    const page = await own.teams.list({ sort: 'name', limit: 2, includeTotal: true });
    expect([page.total, page.items[0]?.members]).toEqual([3, [{ user: other.user.id, limit: 1 }]]);
    expect((await page.getNextPage()).items.map(({ name }) => name)).toEqual(['gamma']);
  });

  test('is deleted, and its members stay in the workspace', async () => {
    const made = await make();
    await client.teams.delete(made._id);
    await expect(client.teams.retrieve(made._id)).rejects.toMatchObject({ status: 404, code: 'team_not_found' });
    await expect(client.teams.delete(made._id)).rejects.toMatchObject({ code: 'team_not_found' });
    expect(await client.workspaces.members.list(alice.workspace)).toMatchObject({ items: expect.any(Array) });
    expect(await latest(made._id)).toMatchObject({ type: 'team.deleted' });
  });

  test('refuses strangers, members who may not answer or are named twice, and a team without members', async () => {
    const [viewer, editor, stranger] = [await join('viewer'), await join('editor'), await parley.person()];
    const refused = (...members: string[]) => make({ members: members.map((user) => ({ user })) });
    await expect(refused(editor, stranger.user.id)).rejects.toMatchObject(
      refusal('members.1.user', 'is not a member of this workspace'),
    );
    await expect(refused(viewer)).rejects.toMatchObject(
      refusal('members.0.user', 'is a viewer, who cannot write in conversations'),
    );
    await expect(refused(editor, editor)).rejects.toMatchObject(
      refusal('members.1.user', 'is a member of the team already'),
    );
    const none = refusal('members', 'must have 1 to 100 members: a team needs at least one');
    await expect(refused()).rejects.toMatchObject(none);
    const made = await make();
    await expect(client.teams.update(made._id, { members: [] })).rejects.toMatchObject(none);
    await expect(client.teams.update(made._id, { members: [{ user: viewer }] })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    expect(await client.teams.retrieve(made._id)).toEqual(made);
  });

  test('refuses limits and times out of their bounds', async () => {
    const members = [{ user: alice.user.id, limit: 0 }];
    await expect(make({ members })).rejects.toMatchObject(
      refusal('members.0.limit', 'must be 1 to 100, or null for any number'),
    );
    await expect(make({ answerWithin: 29 })).rejects.toMatchObject(
      refusal('answerWithin', 'must be 30 to 86,400 seconds, or null for never'),
    );
  });

  test('a person who leaves the workspace leaves its teams, and the last one leaves an empty team', async () => {
    const bob = await join('editor');
    const [pair, alone] = [
      await make({ members: [{ user: bob, limit: 3 }, { user: alice.user.id }] }),
      await make({ members: [{ user: bob }] }),
    ];
    await client.workspaces.members.remove({ workspaceId: alice.workspace, userId: bob });
    const { data, etag } = await client.teams.retrieve(pair._id).withResponse();
    expect([data.members, etag]).toEqual([[{ user: alice.user.id, limit: null }], '"2"']);
    expect(Date.parse(data.updatedAt)).toBeGreaterThan(Date.parse(pair.updatedAt));
    expect((await client.teams.retrieve(alone._id)).members).toEqual([]);
    const stale = client.teams.update(pair._id, { answerWithin: 60 }, { ifMatch: '"1"' });
    await expect(stale).rejects.toMatchObject({ status: 412, code: 'version_conflict' });
  });

  test('gives routing the members who may answer now, in their order, with the rules', async () => {
    const [bob, carol, dave] = [await join('editor'), await join('editor'), await join('editor')];
    const members = [{ user: carol, limit: 4 }, { user: bob }, { user: dave }, { user: alice.user.id, limit: 1 }];
    const { _id: id } = await make({ members, answerWithin: 90, assignment: 'manual' });
    const { db } = parley;
    const demoted = db.query.updateTable('members').set({ role: 'viewer' }).where('user_id', '=', bob);
    const suspended = db.query.updateTable('users').set({ status: 'suspended' }).where('id', '=', dave);
    await db.write([statement(demoted.where('workspace_id', '=', alice.workspace)), statement(suspended)]);
    expect(await membersOf(db, alice.workspace, id)).toEqual([
      { user: carol, limit: 4 },
      { user: alice.user.id, limit: 1 },
    ]);
    expect(await rulesOf(db, alice.workspace, id)).toEqual({ assignment: 'manual', answerWithin: 90 });
    expect(await rulesOf(db, 'ws_other', id)).toBeUndefined();
  });

  test('a viewer and a key for conversations read teams, and change none', async () => {
    const reader = await alice.client(['conversations:read']);
    const made = await make();
    expect(await reader.teams.retrieve(made._id)).toEqual(made);
    for (const write of [() => reader.teams.update(made._id, { name: 'Mine' }), () => reader.teams.delete(made._id)])
      await expect(write()).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
  });

  test('a stranger finds none', async () => {
    const made = await make();
    const stranger = await (await parley.person()).client();
    await expect(stranger.teams.retrieve(made._id)).rejects.toMatchObject({ status: 404, code: 'team_not_found' });
    await expect(stranger.teams.create(draft({ workspaceId: alice.workspace }))).rejects.toMatchObject({
      ...{ status: 404, code: 'workspace_not_found' },
    });
  });

  test('a name is unique in its workspace, upper and lower case alike', async () => {
    const taken = { status: 409, code: 'team_name_taken' };
    await make({ name: 'Réclamations' });
    await expect(make({ name: 'RÉCLAMATIONS ' })).rejects.toMatchObject(taken);
    const other = await make();
    await expect(client.teams.update(other._id, { name: 'réclamations' })).rejects.toMatchObject(taken);
    const outcomes = await Promise.allSettled([make({ name: 'Twice' }), make({ name: 'twice' })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('has at most 100 teams in a workspace, of two at once, too', async () => {
    const { user, workspace, client: open } = await parley.person();
    const own = await open();
    const rows = Array.from({ length: 99 }, () => teamRow(workspace));
    await parley.db.write([statement(parley.db.query.insertInto('teams').values(rows))]);
    const more = ['A', 'B'].map((name) => own.teams.create({ name, members: [{ user: user.id }] }));
    const outcomes = await Promise.allSettled(more);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toMatchObject([
      { status: 409, code: 'quota_exceeded', message: 'The workspace has 100 teams; more are not possible.' },
    ]);
  });

  test('changes at once of one team both take effect', async () => {
    const made = await make();
    await Promise.all([
      client.teams.update(made._id, { answerWithin: 60 }),
      client.teams.update(made._id, { assignment: 'manual' }),
    ]);
    expect(await client.teams.retrieve(made._id)).toMatchObject({ answerWithin: 60, assignment: 'manual' });
  });
});
