import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { expectFailure, type RawRequest, send } from '../../../testing/request.ts';

describe.each(anyEngine)('a caller who nearly got it right is told what is right, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let key: string;
  let agent: string;
  beforeAll(async () => {
    alice = await parley.person();
    key = await alice.key();
    agent = (await (await alice.client()).agents.create({ name: 'Ann' }))._id;
  });

  const ask = (request: RawRequest) => send(parley.url, { key, ...request });
  const post = (path: string, body: object) => ask({ method: 'POST', path, body });

  describe('unknown fields', () => {
    test.each([
      [{ status: 'active' }, 'A new agent is active; to change its status, send PUT /api/agents/{id}.'],
      [{ workspace: 'ws_x' }, 'Did you mean workspaceId?'],
      [{ workspace_id: 'ws_x' }, 'Did you mean workspaceId?'],
      [{ prompt: 'Hi' }, 'Did you mean systemPrompt?'],
      [{ system_prompt: 'Hi' }, 'Did you mean systemPrompt?'],
      [{ sytemPromt: 'Hi' }, 'Did you mean systemPrompt?'],
      [{ Temperature: 1 }, 'Did you mean temperature?'],
      [
        { prompt: 'Hi', knowledge_sources: [] },
        'Did you mean systemPrompt instead of prompt and knowledgeSources instead of knowledge_sources?',
      ],
      [{ color: 'red' }, undefined],
      [{ x: 1 }, undefined],
      [{ constructors: 1, has_own_property: 1 }, undefined],
      [{ ['x'.repeat(70)]: 1 }, undefined],
    ])('of a new agent: %j', async (fields, hint) => {
      const failure = expectFailure(await post('/api/agents', { name: 'A', ...fields }), 'validation_failed');
      expect(failure.hint).toBe(hint);
      expect(failure.details?.[0]?.message).toBe('is not a known field');
    });

    test('of other bodies', async () => {
      const hintOf = async (path: string, body: object, method = 'POST') =>
        expectFailure(await ask({ method, path, body }), 'validation_failed').hint;
      const conversations = `/api/agents/${agent}/conversations`;
      expect(await hintOf(conversations, { tag: 'x' })).toBe('Did you mean tags?');
      expect(await hintOf(conversations, { user_id: 'x' })).toBe('Did you mean userId?');
      expect(await hintOf(`/api/agents/${agent}`, { id: agent }, 'PUT')).toBe('Did you mean _id?');
      expect(await hintOf(`/api/agents/${agent}/chat`, { text: 'Hi' })).toBe('Did you mean content?');
      expect(await hintOf(`/api/agents/${agent}/chat`, { content: 'Hi', thread_id: 'x' })).toBe(
        'Did you mean conversationId?',
      );
      expect(await hintOf(`/api/agents/${agent}/chat`, { query: 'Hi' })).toBe('Did you mean content?');
      const nested = { content: 'Hi', settings: { prompt: 'Be brief.' } };
      expect(await hintOf(`/api/agents/${agent}/chat`, nested)).toBe('Did you mean systemPrompt?');
    });
  });

  test.each([
    ['/api/agents?workspace=x', 'Did you mean workspaceId?'],
    ['/api/agents?per_page=5', 'Did you mean limit?'],
    ['/api/agents?order=name', 'Did you mean sort?'],
    ['/api/agents?search=x', 'Did you mean q?'],
    ['/api/conversations?agent_id=x&limt=3', 'Did you mean agentId instead of agent_id and limit instead of limt?'],
    ['/api/conversations?created_after=2026-01-01T00:00:00Z', 'Did you mean createdAfter?'],
    ['/api/agents?starting_after=agent_x', 'Did you mean cursor?'],
    ['/api/agents?ending_before=agent_x', 'Did you mean cursor?'],
    ['/api/agents?expand=activity', 'Did you mean includeActivity?'],
    ['/api/conversations?include=unread', 'Did you mean includeUnread?'],
    ['/api/conversations?query=parcel', 'Did you mean q?'],
    ['/api/conversations?since=2026-01-01T00:00:00Z', 'Did you mean updatedAfter?'],
    ['/api/agents?colour=red', undefined],
    ['/api/agents?constructor=x', undefined],
  ])('unknown parameters: %s', async (path, hint) => {
    expect(expectFailure(await ask({ path }), 'unknown_parameter').hint).toBe(hint);
  });

  test('PATCH and PUT change the same way, wherever one is', async () => {
    const own = await alice.client();
    const { _id: conversation } = await own.conversations.create(agent, { title: 'First', tags: ['kept'] });
    const changes = [
      [`/api/agents/${agent}`, { description: 'Helps' }],
      [`/api/conversations/${conversation}`, { title: 'Second' }],
    ] as const;
    for (const [path, body] of changes) {
      for (const method of ['PUT', 'PATCH']) {
        const { status, text } = await ask({ method, path, body });
        expect([status, JSON.parse(text).data]).toEqual([200, expect.objectContaining(body)]);
        const stale = await ask({ method, path, body, headers: { 'if-match': '"999"' } });
        expectFailure(stale, 'version_conflict');
        expectFailure(await ask({ method, path, body: { none: 1 } }), 'validation_failed');
        const unknown = await send(parley.url, { method, path, body });
        expectFailure(unknown, 'missing_api_key');
      }
    }
    expect(await own.agents.retrieve(agent)).toMatchObject({ name: 'Ann', description: 'Helps' });
    expect(await own.conversations.retrieve(conversation)).toMatchObject({ title: 'Second', tags: ['kept'] });
    const refused = await ask({ method: 'PATCH', path: '/api/agents', body: {} });
    expect([refused.status, refused.headers.allow]).toEqual([405, 'POST, GET, HEAD']);
  });

  test.each([
    ['/api/agents?limit=1&limit=2', 'limit', 2],
    ['/api/agents?limit=1&limit=1&limit=1', 'limit', 3],
    ['/api/agents?status=active&status=inactive', 'status', 2],
    ['/api/agents?q=a&q=b', 'q', 2],
    ['/api/conversations?createdAfter=x&createdAfter=y', 'createdAfter', 2],
  ])('a repeated parameter: %s', async (path, name, times) => {
    const failure = expectFailure(await ask({ path }), 'validation_failed');
    const message = `is repeated: it is given ${times} times, but may be given once`;
    expect(failure).toMatchObject({ error: `${name} ${message}.`, details: [{ path: name, message }] });
  });

  test.each([
    ['GET', '/api/agents/', 'Did you mean /api/agents?'],
    ['POST', '/api/agents/', 'Did you mean /api/agents?'],
    ['GET', '/api/agents//', 'Did you mean /api/agents?'],
    ['GET', '/api//agents', 'Did you mean /api/agents?'],
    ['GET', '/api/agents/?limit=1', 'Did you mean /api/agents?'],
    ['DELETE', '/api/agents/agent_x/', 'Did you mean /api/agents/{id}?'],
    ['GET', '/api/agents//conversations', 'An identifier in the path is empty.'],
    ['GET', '/api/agent', 'Did you mean /api/agents?'],
    ['GET', '/api/Agents', 'Did you mean /api/agents?'],
    ['GET', '/API/agents', 'Did you mean /api/agents?'],
    ['GET', '/api/agent/agent_x', 'Did you mean /api/agents/{id}?'],
    ['GET', '/api/api_keys', 'Did you mean /api/api-keys?'],
    ['POST', '/api/agents/agent_x/chats', 'Did you mean /api/agents/{id}/chat?'],
    ['GET', '/api/conversation/conv_x/message', 'Did you mean /api/conversations/{id}/messages?'],
    ['GET', '/api/api/agents?limit=5', 'Did you mean /api/agents? The base URL of the clients has no /api at its end.'],
    ['GET', '/agent', 'Did you mean /api/agents?'],
    ['POST', '/agents', 'Did you mean /api/agents?'],
    ['GET', '/v1/agents', 'Did you mean /api/agents?'],
    ['GET', '/api/v1/agents/agent_x', 'Did you mean /api/agents/{id}?'],
    ['POST', '/v1/agents/agent_x/chat', 'Did you mean /api/agents/{id}/chat?'],
    ['GET', '/api/sources', 'Did you mean /api/knowledge-sources?'],
    ['GET', '/v1/threads/conv_x/messages', 'Did you mean /api/conversations/{id}/messages?'],
    ['GET', '/v1', undefined],
    ['GET', '/api/weather', undefined],
    ['GET', `/api/${'agents'.repeat(9)}`, undefined],
  ])('a near route: %s %s', async (method, path, hint) => {
    expect(expectFailure(await ask({ method, path }), 'route_not_found').hint).toBe(hint);
  });
});
