// @module-tag sql
import { type Agent, type AgentUpdateParams, BadRequestError, type Parley } from '@parley/sdk';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { addSources } from '../../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { expectFailure, send } from '../../../../testing/request.ts';

describe.each(engines)('updating agents, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;
  let agent: Agent;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });
  beforeEach(async () => {
    agent = await client.agents.create({
      name: 'Support',
      description: 'First',
      systemPrompt: 'Be brief.',
      temperature: 0.2,
    });
  });
  afterEach(() => vi.useRealTimers());

  const update = (body: object, options?: { ifMatch: string }) =>
    client.agents.update(agent._id, body as AgentUpdateParams, options);
  const current = () => client.agents.retrieve(agent._id);
  const eventsOf = () => loggedEvents(parley.db, agent._id);

  test('keeps absent fields, changes present ones and returns the whole agent', async () => {
    const updated = await update({ description: 'Second', temperature: 0 });
    expect(updated).toEqual({ ...agent, description: 'Second', temperature: 0, updatedAt: updated.updatedAt });
    expect(await current()).toEqual(updated);
  });

  test('changes every writable field', async () => {
    const changes = {
      name: 'Renamed 👍',
      description: '',
      systemPrompt: '',
      model: 'builtin/echo',
      temperature: 1,
      status: 'inactive' as const,
      knowledgeSources: await addSources(parley, alice.workspace, 3),
    };
    expect(await update(changes)).toMatchObject({ ...changes, _id: agent._id, createdAt: agent.createdAt });
    expect(await current()).toMatchObject(changes);
  });

  test('accepts {} and moves updatedAt', async () => {
    const { data, etag } = await update({}).withResponse();
    expect(data).toEqual({ ...agent, updatedAt: data.updatedAt });
    expect(data.updatedAt > agent.updatedAt).toBe(true);
    expect(etag).toBe('"2"');
  });

  test('updatedAt strictly increases, even within a millisecond or if the clock jumps back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const seen = [(await update({})).updatedAt];
    for (let updates = 0; updates < 20; updates += 1) seen.push((await update({ temperature: 0.5 })).updatedAt);
    vi.setSystemTime(Date.now() - 60_000);
    seen.push((await update({})).updatedAt);
    expect(new Set(seen).size).toBe(22);
    expect(seen).toEqual([...seen].sort());
  });

  test('parallel updates of different fields are all kept, each with its own version', async () => {
    const answers = await Promise.all([
      update({ name: 'A' }).withResponse(),
      update({ description: 'B' }).withResponse(),
      update({ systemPrompt: 'C' }).withResponse(),
      update({ model: 'openai/d' }).withResponse(),
      update({ temperature: 1 }).withResponse(),
    ]);
    expect(await current()).toMatchObject({
      name: 'A',
      description: 'B',
      systemPrompt: 'C',
      model: 'openai/d',
      temperature: 1,
    });
    expect(answers.map(({ etag }) => etag).sort()).toEqual(['"2"', '"3"', '"4"', '"5"', '"6"']);
    expect(new Set(answers.map(({ data }) => data.updatedAt)).size).toBe(5);
  });

  test('accepts the echo of a read', async () => {
    const echoed = await update({ ...(await current()), name: 'Echoed' });
    expect(echoed).toMatchObject({ ...agent, name: 'Echoed', updatedAt: echoed.updatedAt });
    expect(await update(echoed)).toMatchObject({ name: 'Echoed' });
  });

  test('changes status to inactive and back, and records each change once', async () => {
    expect((await update({ status: 'inactive' })).status).toBe('inactive');
    expect((await update({ status: 'inactive' })).status).toBe('inactive');
    expect(await update({ name: 'Edited while inactive' })).toMatchObject({ status: 'inactive' });
    expect((await update({ status: 'active' })).status).toBe('active');
    const types = (await eventsOf()).map(({ type }) => type);
    expect(types.filter((type) => type === 'agent.deactivated')).toHaveLength(1);
    expect(types.filter((type) => type === 'agent.activated')).toHaveLength(1);
    expect(types.filter((type) => type === 'agent.updated')).toHaveLength(4);
  });

  test('records the names of the fields that were sent', async () => {
    await update({ name: 'Renamed', temperature: 0.5, _id: agent._id });
    expect((await eventsOf()).at(-1)).toMatchObject({
      type: 'agent.updated',
      data: { agent: agent._id, fields: ['name', 'temperature'] },
    });
  });

  test('replaces knowledge sources as a whole, in the order sent', async () => {
    const [a = '', b = '', c = ''] = await addSources(parley, alice.workspace, 3);
    expect((await update({ knowledgeSources: [c, a] })).knowledgeSources).toEqual([c, a]);
    expect((await update({ knowledgeSources: [b, c, a] })).knowledgeSources).toEqual([b, c, a]);
    expect((await update({ name: 'Untouched' })).knowledgeSources).toEqual([b, c, a]);
    expect((await update({ knowledgeSources: [] })).knowledgeSources).toEqual([]);
  });

  test('If-Match: accepts the current version, one of several, or any', async () => {
    const { etag = '' } = await update({ name: 'One' }, { ifMatch: '"1"' }).withResponse();
    expect(etag).toBe('"2"');
    expect((await update({ name: 'Two' }, { ifMatch: '"7", "2"' })).name).toBe('Two');
    expect((await update({ name: 'Three' }, { ifMatch: '*' })).name).toBe('Three');
  });

  test.each([
    ['name', '', 'must have 1 to 200 characters after trimming'],
    ['name', 'x'.repeat(201), 'must have 1 to 200 characters after trimming'],
    ['description', 'x'.repeat(2001), 'must have at most 2,000 characters'],
    ['systemPrompt', 'x'.repeat(100_001), 'must have at most 100,000 characters'],
    ['model', '', 'must not be empty'],
    ['temperature', 1.01, 'must be between 0 and 1'],
    ['temperature', '1', 'must be a number'],
    ['status', 'paused', 'must be one of active, inactive'],
    ['status', 'Active', 'must be one of active, inactive'],
    ['workspaceId', 'ws_1', 'is not a known field'],
    ['version', 1, 'is not a known field'],
    ['knowledgeSources', ['ks_none'], 'is not a knowledge source of this workspace'],
  ])('400: %s %j', async (field, value, message) => {
    const error = (await update({ [field]: value, name: field === 'name' ? value : 'Changed' }).catch(
      (e: unknown) => e,
    )) as BadRequestError;
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error.details).toEqual([{ path: expect.stringContaining(field), message }]);
    expect(await current()).toEqual(agent);
  });

  test('400: null in any field', async () => {
    // Null removes these two.
    const removable = ['knowledgeFilter', 'externalId'];
    for (const field of Object.keys(agent).filter((name) => !removable.includes(name))) {
      const error = (await update({ [field]: null }).catch((e: unknown) => e)) as BadRequestError;
      expect([error.code, error.details.map(({ path }) => path)]).toEqual(['validation_failed', [field]]);
    }
    expect(await current()).toEqual(agent);
  });

  test('400: read-only fields with other values, each named', async () => {
    const other = {
      _id: 'agent_x',
      workspace: 'ws_x',
      createdAt: '2020-01-01T00:00:00.000Z',
      updatedAt: '2020-01-01T00:00:00.000Z',
    };
    const error = (await update({ ...other, name: 'Changed' }).catch((e: unknown) => e)) as BadRequestError;
    expect(error.code).toBe('read_only_field');
    expect(error.details).toEqual(Object.keys(other).map((path) => ({ path, message: 'is read-only' })));
    for (const [field, value] of Object.entries(other)) {
      await expect(update({ [field]: value })).rejects.toMatchObject({ code: 'read_only_field' });
    }
    expect(await current()).toEqual(agent);
  });

  test('400: a stale echo, so that no caller overwrites another one’s change', async () => {
    const read = await current();
    await update({ name: 'Changed meanwhile' });
    await expect(update({ ...read, description: 'Mine' })).rejects.toMatchObject({
      code: 'read_only_field',
      details: [{ path: 'updatedAt', message: 'is read-only' }],
    });
  });

  test('401: without a key', async () => {
    expectFailure(
      await send(parley.url, { method: 'PUT', path: `/api/agents/${agent._id}`, body: {} }),
      'missing_api_key',
    );
  });

  test('403: without the scope, and without the role', async () => {
    const reader = await alice.client(['agents:read', 'conversations:write']);
    const viewer = await parley.person();
    await alice.invite(viewer, 'viewer');
    const session = await viewer.session();
    const denied = { status: 403 };
    await expect(reader.agents.update(agent._id, {})).rejects.toMatchObject({ ...denied, code: 'insufficient_scope' });
    await expect(session.agents.update(agent._id, {})).rejects.toMatchObject({ ...denied, code: 'insufficient_role' });
    expect(await current()).toEqual(agent);
  });

  test('404: an agent out of reach, or deleted', async () => {
    const stranger = await (await parley.person()).client();
    await expect(stranger.agents.update(agent._id, { name: 'Mine' })).rejects.toMatchObject({
      code: 'agent_not_found',
    });
    expect(await current()).toEqual(agent);
    await client.agents.delete(agent._id);
    await expect(update({ name: 'Ghost' })).rejects.toMatchObject({ status: 404, code: 'agent_not_found' });
    await expect(update({ name: 'Ghost' }, { ifMatch: '*' })).rejects.toMatchObject({ status: 404 });
  });

  test.each(['"2"', 'W/"2"', '"x"', '2', '"01"'])('412: If-Match: %s isn’t the current version', async (ifMatch) => {
    const error = await update({ name: 'Late' }, { ifMatch }).catch((e: unknown) => e);
    expect(error).toMatchObject({ status: 412, code: 'version_conflict' });
    expect((error as { headers: Headers }).headers.get('etag')).toBe('"1"');
    expect(await current()).toEqual(agent);
  });

  test('412: one of 100 parallel updates of the same version succeeds, the others are refused', async () => {
    const path = `/api/agents/${agent._id}`;
    const key = await alice.key();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        send(parley.url, {
          method: 'PUT',
          path,
          key,
          headers: { 'if-match': '"1"' },
          body: { name: `Writer ${index}` },
        }),
      ),
    );
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectFailure(reply, 'version_conflict');
    expect(await current()).toEqual(winners[0]?.json()['data']);
    expect((await eventsOf()).filter(({ type }) => type === 'agent.updated')).toHaveLength(1);
  });

  test('412: a refused update changes neither sources nor status', async () => {
    const knowledgeSources = await addSources(parley, alice.workspace, 2);
    const late = update({ knowledgeSources, status: 'inactive' }, { ifMatch: '"9"' });
    await expect(late).rejects.toMatchObject({ status: 412 });
    expect(await current()).toEqual(agent);
    expect((await eventsOf()).map(({ type }) => type)).toEqual(['agent.created']);
  });
});
