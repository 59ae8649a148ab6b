import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { databaseOf } from '../../../testing/databases/migrated-database.ts';
import { actorOf } from '../../../testing/fixtures/actor.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { systemIn } from '../../access/actor.ts';
import { type Statement, statement } from '../../storage/unit.ts';
import { eventLog } from '../events/feature.ts';
import { agentsFeature } from './feature.ts';
import type { AgentNeeds, CreatedAgent } from './needs.ts';
import type { Agent } from './schema.ts';

const time = Date.UTC(2026, 0, 2);
const now = () => time;
let made = 0;
/** Creates IDs that ascend in the order of their creation, even within a millisecond. */
const newId = (kind: string) => {
  made += 1;
  return `${kind}_${String(made).padStart(6, '0')}`;
};
const workspace = 'ws_home';
const account = 'acct_home';
const ann = { user: { id: 'user_ann', email: 'ann@example.com', name: 'Ann' }, account, workspace };

const noDeletion = () => {
  throw new Error('No test deletes an agent.');
};

const nothing: AgentNeeds['dependents']['channels'] = {
  count: async () => 0,
  counted: noDeletion,
  releaseIds: noDeletion,
};

describe.each(anyEngine)('agents without a request, on %s', (engine) => {
  const database = databaseOf(engine);

  beforeAll(async () => {
    const { query, write } = database();
    const row = { id: workspace, account_id: account, name: 'Home', name_folded: 'home', version: 1 };
    await write([
      statement(query.insertInto('accounts').values({ id: account, plan: 'free', created_at: time })),
      statement(query.insertInto('workspaces').values({ ...row, created_at: time, updated_at: time })),
    ]);
  });

  const agents = () => {
    const db = database();
    return agentsFeature({
      ...{ db, now, newId, room: () => [], namesOf: async () => new Map(), readActivity: async () => [] },
      models: {
        resolve: async (model) => ({ model }),
        matching: (model) => [model],
        defaultModel: async () => 'echo/echo',
      },
      dependents: { channels: nothing, conversations: nothing, messages: nothing },
      farewell: async () => ({ statements: [], say: async () => [] }),
      onDeleted: async () => undefined,
      ...{ isShort: noDeletion, nextPart: noDeletion, enqueue: noDeletion, demandTeam: noDeletion },
      record: eventLog({ db, now, bus: undefined }).record,
    }).agents;
  };

  /** A statement that another part of the program adds: it stores the agent in its own table, once only. */
  const noteOf =
    (name: string) =>
    ({ agent }: CreatedAgent): Statement[] => [
      statement(database().query.insertInto('settings').values({ name, value: agent._id }), {
        onConflict: () => new Error('noted already'),
      }),
    ];

  const eventsOf = async (agent: string) => {
    const events = await loggedEvents(database(), agent);
    return events.map(({ type, actor }) => [type, actor]);
  };

  const namesOf = async () => {
    const { query, read } = database();
    return (await read(query.selectFrom('agents').select('name'))).map(({ name }) => name);
  };

  const noted = (name: string) => {
    const { query, read } = database();
    return read(query.selectFrom('settings').select('value').where('name', '=', name));
  };

  test('the system creates and updates an agent in a workspace that it was given', async () => {
    const { agent } = await agents().create(systemIn(workspace), { name: 'Scheduled' });
    const { json, version } = await agents().update(
      systemIn(workspace),
      { id: agent._id, ifMatch: [1] },
      { name: 'Rescheduled', status: 'inactive' },
    );
    expect(version).toBe(2);
    expect(JSON.parse(json) as Agent).toMatchObject({ _id: agent._id, name: 'Rescheduled', status: 'inactive' });
    expect(await eventsOf(agent._id)).toEqual([
      ['agent.created', { system: true }],
      ['agent.updated', { system: true }],
      ['agent.deactivated', { system: true }],
    ]);
  });

  test('the system finds no agents of other workspaces', async () => {
    const { agent } = await agents().create(systemIn(workspace), { name: 'Elsewhere' });
    await expect(agents().update(systemIn('ws_other'), { id: agent._id }, { name: 'Mine' })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
  });

  test('a stale version is refused and returned with the current one', async () => {
    const { agent } = await agents().create(systemIn(workspace), { name: 'Stale' });
    const change = agents().update(systemIn(workspace), { id: agent._id, ifMatch: [7] }, { name: 'Fresh' });
    await expect(change).rejects.toMatchObject({ code: 'version_conflict', extras: { version: 1 } });
  });

  test('a signed-in viewer may read it, but not create or change one', async () => {
    const { agent } = await agents().create(systemIn(workspace), { name: 'Seen' });
    const viewer = actorOf(ann, new Map([[workspace, 'viewer']]));
    expect((await agents().read(viewer, agent._id)).version).toBe(1);
    const refused = { code: 'insufficient_role' };
    await expect(agents().update(viewer, { id: agent._id }, { name: 'Mine' })).rejects.toMatchObject(refused);
    await expect(agents().create(viewer, { name: 'Mine' })).rejects.toMatchObject(refused);
    expect(await namesOf()).toContain('Seen');
    expect(await namesOf()).not.toContain('Mine');
    expect(await eventsOf(agent._id)).toEqual([['agent.created', { system: true }]]);
  });

  test('additional statements are written with the agent', async () => {
    const editor = actorOf(ann, new Map([[workspace, 'editor']]));
    const { agent } = await agents().create(editor, { name: 'Noted' }, noteOf('note'));
    expect(await noted('note')).toEqual([{ value: agent._id }]);
    expect(await eventsOf(agent._id)).toEqual([['agent.created', { user: ann.user.id }]]);
  });

  test('if an additional statement fails, neither the agent nor its event is stored', async () => {
    const { agent: first } = await agents().create(systemIn(workspace), { name: 'First' }, noteOf('once'));
    let id = '';
    const second = agents().create(systemIn(workspace), { name: 'Second' }, (created) => {
      id = created.agent._id;
      return noteOf('once')(created);
    });
    await expect(second).rejects.toThrow('noted already');
    expect(await noted('once')).toEqual([{ value: first._id }]);
    expect(await namesOf()).toContain('First');
    expect(await namesOf()).not.toContain('Second');
    expect(id).not.toBe('');
    expect(await eventsOf(id)).toEqual([]);
  });
});
