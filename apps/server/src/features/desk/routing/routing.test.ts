// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { runSweep } from '../../../../testing/jobs/sweeps.ts';

const patience = { timeout: 30_000 };

describe.each(engines)('conversations that wait, on %s', (engine) => {
  const parley = service(engine);

  /** A workspace with an agent and people; the first owns it. */
  const makeDesk = async (others: number) => {
    const owner = await parley.person();
    const people: Person[] = [owner];
    for (let index = 0; index < others; index += 1) {
      const person = await parley.person();
      await owner.invite(person, 'editor');
      people.push(person);
    }
    const client = await owner.client();
    const sessions = await Promise.all(people.map((person) => person.session()));
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    const { workspace } = owner;
    const set = (index: number, state: 'here' | 'away') =>
      sessions[index]?.workspaces.availability.set(workspace, { state });
    return { owner, people, client, sessions, agent, workspace, set };
  };
  type Desk = Awaited<ReturnType<typeof makeDesk>>;

  const ask = async ({ client, agent }: Pick<Desk, 'client' | 'agent'>, team?: string) => {
    const { _id: id } = await client.conversations.create(agent);
    await client.conversations.handOver(id, { reason: 'asked', ...(team !== undefined && { team }) });
    return id;
  };
  const assigneeOf = async ({ client }: Pick<Desk, 'client'>, id: string) =>
    (await client.conversations.retrieve(id)).assignee;
  const given = ({ client }: Pick<Desk, 'client'>, id: string) =>
    expect.poll(async () => (await client.conversations.retrieve(id)).assignee, patience);
  const entriesOf = async ({ client }: Pick<Desk, 'client'>, id: string) =>
    (await client.conversations.entries(id)).items.map(({ type, data }) => [type, data] as const);

  test('get an owner if one is here, in turn, and wait until one is', async () => {
    const desk = await makeDesk(1);
    const first = await ask(desk);
    await desk.set(1, 'here');
    await given(desk, first).toBe(desk.people[1]?.user.id);
    await desk.set(0, 'here');
    const second = await ask(desk);
    await given(desk, second).toBe(desk.owner.user.id);
    const third = await ask(desk);
    await given(desk, third).toBe(desk.people[1]?.user.id);
    expect(await entriesOf(desk, first)).toEqual([
      ['handed_over', { reason: 'asked', summary: null }],
      ['assigned', { assignee: desk.people[1]?.user.id }],
    ]);
    expect(await desk.client.conversations.retrieve(first)).toMatchObject({ status: 'human', takenBy: null });
    const mine = await desk.sessions[1]?.conversations.list({ assignee: 'me', workspaceId: desk.workspace });
    expect(mine?.items.map(({ _id }) => _id).sort()).toEqual([first, third].sort());
  });

  test('go to the team, to the least busy, and to no one beyond the limits', async () => {
    const desk = await makeDesk(2);
    const [, bob, cem] = desk.people;
    for (const index of [0, 1, 2]) await desk.set(index, 'here');
    const team = await desk.client.teams.create({
      name: 'Orders',
      workspaceId: desk.workspace,
      assignment: 'least_busy',
      members: [
        { user: bob?.user.id ?? '', limit: 1 },
        { user: cem?.user.id ?? '', limit: 2 },
      ],
    });
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const id = await ask(desk, team._id);
      await given(desk, id).not.toBeNull();
      ids.push(id);
    }
    const assigned = await Promise.all(ids.map((id) => assigneeOf(desk, id)));
    expect(assigned).toEqual([bob?.user.id, cem?.user.id, cem?.user.id]);
    const left = await ask(desk, team._id);
    await desk.client.conversations.close(ids[0] ?? '');
    await runSweep(parley, 'desk.sweep');
    await given(desk, left).toBe(bob?.user.id);
  });

  test('are handed on if the person does not answer in time, and back if there is no other', async () => {
    const desk = await makeDesk(1);
    const bob = desk.people[1]?.user.id;
    await desk.set(1, 'here');
    const team = await desk.client.teams.create({
      ...{ name: 'Orders', workspaceId: desk.workspace, answerWithin: 60 },
      members: [{ user: bob ?? '' }, { user: desk.owner.user.id }],
    });
    const id = await ask(desk, team._id);
    await given(desk, id).toBe(bob);
    await desk.set(0, 'here');
    parley.advance(61_000);
    await parley.features.jobs.poll();
    await given(desk, id).toBe(desk.owner.user.id);
    await desk.set(1, 'away');
    parley.advance(61_000);
    await parley.features.jobs.poll();
    await given(desk, id).toBeNull();
    expect((await entriesOf(desk, id)).slice(2)).toEqual([
      ['returned', { assignee: desk.owner.user.id, reason: 'late', from: bob }],
      ['returned', { assignee: null, reason: 'late', from: desk.owner.user.id }],
    ]);
  });

  test('stay with the person who answers, whatever the time', async () => {
    const desk = await makeDesk(1);
    const bob = desk.people[1]?.user.id;
    await desk.set(1, 'here');
    const team = await desk.client.teams.create({
      ...{ name: 'Orders', workspaceId: desk.workspace, answerWithin: 60 },
      members: [{ user: bob ?? '' }],
    });
    const id = await ask(desk, team._id);
    await given(desk, id).toBe(bob);
    await desk.sessions[1]?.conversations.takeOver(id);
    await desk.sessions[1]?.messages.send(id, { role: 'human', content: 'I am here.' });
    await desk.set(0, 'here');
    parley.advance(61_000);
    const other = await ask(desk);
    await given(desk, other).not.toBeNull();
    expect(await desk.client.conversations.retrieve(id)).toMatchObject({ assignee: bob, takenBy: bob });
  });

  test('wait if their person leaves the workspace, all of them, and go to the next person who is here', async () => {
    const desk = await makeDesk(1);
    const [, bob] = desk.people;
    const ids: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      const { _id: id } = await desk.client.conversations.create(desk.agent);
      await desk.sessions[1]?.conversations.takeOver(id);
      ids.push(id);
    }
    const { client, workspace } = desk;
    await client.workspaces.members.remove({ workspaceId: workspace, userId: bob?.user.id ?? '' });
    const queue = () => client.conversations.list({ workspaceId: workspace, assignee: 'none', waiting: true });
    await expect.poll(async () => (await queue()).items.length, patience).toBe(ids.length);
    await desk.set(0, 'here');
    for (const id of ids) await given(desk, id).toBe(desk.owner.user.id);
    for (const id of ids) {
      expect(await desk.client.conversations.retrieve(id)).toMatchObject({ status: 'human', takenBy: null });
    }
    expect((await entriesOf(desk, ids[0] ?? '')).map(([type]) => type)).toEqual(['taken', 'returned', 'assigned']);
  });

  test('rest until a time, or until the visitor writes', async () => {
    const desk = await makeDesk(0);
    const until = () => new Date(parley.now() + 60_000).toISOString();
    const { client } = desk;
    const [{ _id: resting }, { _id: written }] = [
      await client.conversations.create(desk.agent),
      await client.conversations.create(desk.agent),
    ];
    for (const id of [resting, written]) await client.conversations.update(id, { snoozedUntil: until() });
    const past = client.conversations.update(resting, { snoozedUntil: '2020-01-01T00:00:00.000Z' });
    await expect(past).rejects.toMatchObject({ status: 400, code: 'validation_failed' });
    const listed = await client.conversations.list({ snoozed: true, workspaceId: desk.workspace });
    expect(listed.items).toHaveLength(2);
    await client.messages.send(written, { content: 'Hello again' });
    expect((await client.conversations.retrieve(written)).snoozedUntil).toBeNull();
    parley.advance(61_000);
    await parley.features.jobs.poll();
    await expect.poll(async () => (await client.conversations.retrieve(resting)).snoozedUntil, patience).toBeNull();
    expect((await entriesOf(desk, resting)).map(([type]) => type)).toEqual(['snoozed', 'returned']);
  });

  test('400: an assignee without the right, a team of another workspace, and a closed conversation that rests', async () => {
    const desk = await makeDesk(0);
    const [viewer, stranger] = [await parley.person(), await parley.person()];
    await desk.owner.invite(viewer, 'viewer');
    const { _id: id } = await desk.client.conversations.create(desk.agent);
    for (const assignee of [viewer.user.id, stranger.user.id, 'user_none']) {
      await expect(desk.client.conversations.update(id, { assignee })).rejects.toMatchObject({
        ...{ status: 400, details: [{ path: 'assignee' }] },
      });
    }
    await expect(desk.client.conversations.update(id, { team: 'team_none' })).rejects.toMatchObject({ status: 400 });
    await desk.client.conversations.close(id);
    const rest = desk.client.conversations.update(id, { snoozedUntil: new Date(parley.now() + 60_000).toISOString() });
    await expect(rest).rejects.toMatchObject({ status: 400, details: [{ path: 'snoozedUntil' }] });
    expect(await entriesOf(desk, id)).toEqual([['closed', {}]]);
  });
});
