// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { addHistory } from '../../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { expectFailure, send } from '../../../../testing/request.ts';

describe.each(engines)('the dependents of an agent, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const makeWith = async (channels: number, conversations: number, messages: number) => {
    const { _id: agent } = await client.agents.create({ name: 'Busy' });
    await addHistory(parley, { agent, workspace: alice.workspace }, { channels, conversations, messages });
    return agent;
  };

  test('200: counts the agent’s own channels, conversations and messages', async () => {
    const [busy, other] = [await makeWith(2, 3, 4), await makeWith(1, 1, 1)];
    expect(await client.agents.dependents(busy)).toEqual({ channels: 2, conversations: 3, messages: 12 });
    expect(await client.agents.dependents(other)).toEqual({ channels: 1, conversations: 1, messages: 1 });
  });

  test('200: a new agent has none; new messages count and deleted ones don’t', async () => {
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    expect(await client.agents.dependents(agent)).toEqual({ channels: 0, conversations: 0, messages: 0 });
    const { conversation } = await client.agents.chat(agent, { message: 'Hello' });
    expect(await client.agents.dependents(agent)).toEqual({ channels: 0, conversations: 1, messages: 2 });
    await client.conversations.delete(conversation._id);
    expect(await client.agents.dependents(agent)).toEqual({ channels: 0, conversations: 0, messages: 0 });
  });

  test('200: predicts the counts of a delete', async () => {
    const agent = await makeWith(2, 5, 1);
    const { channels, conversations } = await client.agents.dependents(agent);
    const { message } = await client.agents.delete(agent);
    expect(message).toBe(`Agent deleted with ${channels} channels and ${conversations} conversations.`);
  });

  test('200: as a viewer', async () => {
    const agent = await makeWith(0, 1, 1);
    const viewer = await parley.person();
    await alice.invite(viewer, 'viewer');
    const session = await viewer.session();
    expect(await session.agents.dependents(agent)).toEqual({ channels: 0, conversations: 1, messages: 1 });
  });

  test('401, 403 and 404: without a key, without agents:read, out of reach or deleted', async () => {
    const agent = await makeWith(0, 1, 1);
    expectFailure(await send(parley.url, { path: `/api/agents/${agent}/dependents` }), 'missing_api_key');
    const writer = await alice.client(['agents:write']);
    await expect(writer.agents.dependents(agent)).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
    const stranger = await (await parley.person()).client();
    await expect(stranger.agents.dependents(agent)).rejects.toMatchObject({ status: 404, code: 'agent_not_found' });
    await client.agents.delete(agent);
    await expect(client.agents.dependents(agent)).rejects.toMatchObject({ status: 404, code: 'agent_not_found' });
  });
});
