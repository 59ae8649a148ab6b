// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { toolRow } from '../../../../testing/fixtures/tools.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { statement } from '../../../storage/unit.ts';
import { findAnswering } from '../answering-store.ts';

describe.each(engines)('the tools of agents, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const addTool = async (workspace = alice.workspace) => {
    const row = toolRow(workspace);
    await parley.db.write([statement(parley.db.query.insertInto('tools').values(row))]);
    return row.id;
  };
  const refusal = (path: string, message: string) => ({
    ...{ status: 400, code: 'validation_failed' },
    details: [{ path, message }],
  });
  const inUse = (message: string) => ({ status: 409, code: 'tool_in_use', message });

  test('are set, kept, replaced and copied, and read by turns', async () => {
    const [one, two] = [await addTool(), await addTool()];
    const agent = await client.agents.create({
      name: 'Echo',
      tools: [{ id: two }, { id: one, requiresApproval: true }],
    });
    const whole = [
      { id: two, requiresApproval: false },
      { id: one, requiresApproval: true },
    ];
    expect(agent.tools).toEqual(whole);
    expect(await client.agents.retrieve(agent._id)).toEqual(agent);
    expect((await client.agents.update(agent._id, { name: 'Still' })).tools).toEqual(whole);
    expect((await client.agents.duplicate(agent._id, {})).tools).toEqual(whole);
    const answering = await findAnswering(parley.db, [alice.workspace], agent._id);
    expect(answering).toMatchObject({ tools: whole, version: 2 });
    expect((await client.agents.update(agent._id, { tools: [{ id: one }] })).tools).toEqual([
      { id: one, requiresApproval: false },
    ]);
    expect((await loggedEvents(parley.db, agent._id)).at(-1)?.changes).toEqual([
      { field: 'tools', before: whole, after: [{ id: one, requiresApproval: false }] },
    ]);
    expect((await client.agents.update(agent._id, { tools: [] })).tools).toEqual([]);
  });

  test('an agent from before there were tools has none, and no change if it gets none', async () => {
    const agent = await client.agents.create({ name: 'Old' });
    const old = parley.db.query
      .updateTable('agents')
      .set({ tools: null, json_version: null })
      .where('id', '=', agent._id);
    await parley.db.write([statement(old)]);
    expect(await client.agents.retrieve(agent._id)).toEqual(agent);
    expect((await findAnswering(parley.db, [alice.workspace], agent._id))?.tools).toEqual([]);
    await client.agents.update(agent._id, { tools: [] });
    expect((await loggedEvents(parley.db, agent._id)).at(-1)?.changes).toEqual([]);
  });

  test('are set by the external ID of the agent', async () => {
    const tool = await addTool();
    const body = { name: 'Ours', tools: [{ id: tool }] };
    const agent = await client.agents.upsert('with-tools', body);
    expect(agent.tools).toEqual([{ id: tool, requiresApproval: false }]);
  });

  test('400: an unknown tool, one of another workspace, and one twice', async () => {
    const [own, foreign] = [await addTool(), await addTool((await parley.person()).workspace)];
    const { _id: id } = await client.agents.create({ name: 'Echo', tools: [{ id: own }] });
    for (const strange of ['tool_none', foreign]) {
      const tools = [{ id: own }, { id: strange }];
      const refused = refusal('tools.1.id', 'is not a tool of this workspace');
      await expect(client.agents.create({ name: 'Echo', tools })).rejects.toMatchObject(refused);
      await expect(client.agents.update(id, { tools })).rejects.toMatchObject(refused);
    }
    await expect(client.agents.update(id, { tools: [{ id: own }, { id: own }] })).rejects.toMatchObject(
      refusal('tools.1.id', 'is the same tool as tools.0'),
    );
    const many = Array.from({ length: 51 }, (_, index) => ({ id: `tool_${index}` }));
    await expect(client.agents.update(id, { tools: many })).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await client.agents.retrieve(id)).tools).toEqual([{ id: own, requiresApproval: false }]);
  });

  test('404: an agent out of reach, before its tools are looked at', async () => {
    const tools = [{ id: 'tool_none' }];
    await expect(client.agents.update('agent_none', { tools })).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  test('409: a tool isn’t deleted while agents have it; up to five are named', async () => {
    const tool = await addTool();
    const tools = [{ id: tool }];
    const { _id: first } = await client.agents.create({ name: 'A1', tools });
    await expect(client.tools.delete(tool)).rejects.toMatchObject(inUse('The tool is attached to the agent A1.'));
    for (const name of ['A2', 'A3', 'A4', 'A5', 'A6']) await client.agents.create({ name, tools });
    await expect(client.tools.delete(tool, { ifMatch: '"1"' })).rejects.toMatchObject(
      inUse('The tool is attached to the agents A1, A2, A3, A4, A5 and others.'),
    );
    const { items } = await client.agents.list({ limit: 100 });
    const having = items.filter((agent) => agent.tools.some(({ id }) => id === tool));
    for (const { _id } of having.filter(({ _id }) => _id !== first)) await client.agents.update(_id, { tools: [] });
    await client.agents.delete(first);
    await client.tools.delete(tool);
  });

  test('a tool that is deleted while agents get it: either is refused, never both accepted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const tool = await addTool();
      const { _id: id } = await client.agents.create({ name: 'Racing' });
      const tools = [{ id: tool }];
      const [deleted, ...attached] = await Promise.allSettled([
        client.tools.delete(tool),
        client.agents.update(id, { tools }),
        client.agents.create({ name: 'Racing, too', tools }),
      ]);
      const wasAttached = attached.some(({ status }) => status === 'fulfilled');
      expect(wasAttached).toBe(deleted?.status === 'rejected');
      const left = await parley.db.read(parley.db.query.selectFrom('tools').select('id').where('id', '=', tool));
      expect(left).toHaveLength(wasAttached ? 1 : 0);
    }
  });
});
