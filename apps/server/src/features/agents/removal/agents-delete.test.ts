// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { addHistory, addSources } from '../../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { expectFailure, send } from '../../../../testing/request.ts';
import type { Tables } from '../../../storage/tables.ts';

/** The tables whose rows belong to an agent, with the column that refers to it. */
const dependents = { channels: 'agent_id', conversations: 'agent_id', agent_sources: 'agent_id' } as const;

describe.each(engines)('deleting agents, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const make = async () => (await client.agents.create({ name: 'Short-lived' }))._id;
  const makeWith = async (channels: number, conversations: number, messages: number) => {
    const agent = await make();
    await addHistory(parley, { agent, workspace: alice.workspace }, { channels, conversations, messages });
    return agent;
  };
  const countOf = async (table: keyof Tables) =>
    (await parley.db.read(parley.db.query.selectFrom(table).selectAll())).length;
  const countsOf = async (agent: string) => {
    const counts: Record<string, number> = {};
    for (const [table, column] of Object.entries(dependents)) {
      const query = parley.db.query
        .selectFrom(table as 'channels')
        .select('agent_id')
        .where(column, '=', agent);
      counts[table] = (await parley.db.read(query)).length;
    }
    return counts;
  };

  test('returns a confirmation and removes the agent', async () => {
    const id = await make();
    expect(await client.agents.delete(id)).toEqual({ message: 'Agent deleted with 0 channels and 0 conversations.' });
    await expect(client.agents.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'agent_not_found' });
    expect((await client.agents.list({ q: 'Short-lived' })).items.map(({ _id }) => _id)).not.toContain(id);
  });

  test.each([
    [2, 14, 'Agent deleted with 2 channels and 14 conversations.'],
    [1, 1, 'Agent deleted with 1 channel and 1 conversation.'],
    [0, 3, 'Agent deleted with 0 channels and 3 conversations.'],
    [3, 0, 'Agent deleted with 3 channels and 0 conversations.'],
  ])('with %i channels and %i conversations it says how much went', async (channels, conversations, message) => {
    const id = await makeWith(channels, conversations, 2);
    expect(await client.agents.delete(id)).toEqual({ message });
  });

  test('removes everything that belongs to the agent and nothing else', async () => {
    const neighbour = await makeWith(1, 2, 3);
    const sources = await addSources(parley, alice.workspace, 2);
    await client.agents.update(neighbour, { knowledgeSources: sources });
    const before = { messages: await countOf('messages'), sources: await countOf('knowledge_sources') };
    const id = await makeWith(3, 5, 4);
    await client.agents.update(id, { knowledgeSources: sources });
    expect(await countsOf(id)).toEqual({ channels: 3, conversations: 5, agent_sources: 2 });
    await client.agents.delete(id);
    expect(await countsOf(id)).toEqual({ channels: 0, conversations: 0, agent_sources: 0 });
    expect(await countsOf(neighbour)).toEqual({ channels: 1, conversations: 2, agent_sources: 2 });
    expect({ messages: await countOf('messages'), sources: await countOf('knowledge_sources') }).toEqual(before);
    expect((await client.agents.retrieve(neighbour)).knowledgeSources).toEqual(sources);
  });

  test('removes an inactive agent, too', async () => {
    const id = await make();
    await client.agents.update(id, { status: 'inactive' });
    expect((await client.agents.delete(id)).message).toMatch(/^Agent deleted/);
  });

  test('records agent.deleted', async () => {
    const id = await make();
    await client.agents.delete(id);
    const deleted = (await loggedEvents(parley.db, id)).filter(({ type }) => type === 'agent.deleted');
    expect(deleted).toMatchObject([{ data: { agent: id }, workspace: alice.workspace }]);
  });

  test('If-Match: deletes the current version', async () => {
    const id = await make();
    await client.agents.update(id, {});
    expect((await client.agents.delete(id, { ifMatch: '"2"' })).message).toMatch(/^Agent deleted/);
  });

  test('lets one of 20 simultaneous deletes succeed; the others get 404', async () => {
    const id = await makeWith(1, 3, 2);
    const key = await alice.key();
    const requests = Array.from({ length: 20 }, () =>
      send(parley.url, { method: 'DELETE', path: `/api/agents/${id}`, key }),
    );
    const replies = await Promise.all(requests);
    expect(replies.filter(({ status }) => status === 200).map((reply) => reply.json()['message'])).toEqual([
      'Agent deleted with 1 channel and 3 conversations.',
    ]);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectFailure(reply, 'agent_not_found');
  });

  test('400: with parameters', async () => {
    const path = `/api/agents/${await make()}?force=true`;
    expectFailure(await send(parley.url, { method: 'DELETE', path, key: await alice.key() }), 'unknown_parameter');
  });

  test('401: without a key', async () => {
    const id = await make();
    expectFailure(await send(parley.url, { method: 'DELETE', path: `/api/agents/${id}` }), 'missing_api_key');
    expect((await client.agents.retrieve(id))._id).toBe(id);
  });

  test('403: without workspace:admin, because history is deleted too', async () => {
    const id = await make();
    const writer = await alice.client(['agents:read', 'agents:write', 'conversations:read', 'conversations:write']);
    await expect(writer.agents.delete(id)).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
    const editor = await parley.person();
    await alice.invite(editor, 'editor');
    const session = await editor.session();
    await expect(session.agents.delete(id)).rejects.toMatchObject({ status: 403, code: 'insufficient_role' });
    expect((await (await alice.client(['workspace:admin'])).agents.delete(id)).message).toMatch(/^Agent deleted/);
  });

  test('404: an agent already deleted, or out of reach', async () => {
    const id = await make();
    const stranger = await (await parley.person()).client();
    await expect(stranger.agents.delete(id)).rejects.toMatchObject({ status: 404, code: 'agent_not_found' });
    await client.agents.delete(id);
    await expect(client.agents.delete(id)).rejects.toMatchObject({ status: 404, code: 'agent_not_found' });
  });

  test('412: a stale version deletes nothing', async () => {
    const id = await makeWith(1, 1, 1);
    await client.agents.update(id, { name: 'Changed' });
    const error = await client.agents.delete(id, { ifMatch: '"1"' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 412, code: 'version_conflict' });
    expect((error as { headers: Headers }).headers.get('etag')).toBe('"2"');
    expect(await countsOf(id)).toMatchObject({ channels: 1, conversations: 1 });
  });
});
