import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// The harness gets PostgreSQL from there; these tests do not need it.
import type {} from '../../../apps/server/testing/global-setup.ts';
import { type Service, startService } from '../../../apps/server/testing/harness.ts';
import { type Play, refuses, says, startFakeProvider } from '../../../apps/server/testing/servers/fake-provider.ts';
import { calls, type FakeCall } from '../../../apps/server/testing/servers/fake-tools.ts';
import { type Fetch, Parley } from '../src/index.ts';
import { failureOf } from './clients.ts';

const build = fileURLToPath(new URL('../../../apps/server/scripts/build.mjs', import.meta.url));
const inputSchema = { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] } as const;

describe('runTools with the real server', () => {
  let provider: Awaited<ReturnType<typeof startFakeProvider>>;
  let service: Service;
  let key: string;
  let client: Parley;

  beforeAll(async () => {
    execFileSync(process.execPath, [build, '--only', 'sqlite-worker,sqlite-scanner,vectors-worker'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    provider = await startFakeProvider();
    service = await startService('sqlite', { environment: provider.environment });
    key = await (await service.person()).key();
    client = new Parley({ baseURL: service.url, apiKey: key });
    for (const name of ['find_order', 'find_person']) {
      ids[name] = (await client.tools.create({ type: 'client', name, description: 'Finds it.', inputSchema }))._id;
    }
    const clock = { type: 'builtin', name: 'clock', description: 'The time.', settings: { function: 'current_time' } };
    ids['clock'] = (await client.tools.create(clock as Parameters<typeof client.tools.create>[0]))._id;
  }, 120_000);
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  const ids: Record<string, string> = {};
  const call = (name: string, given: object = {}): FakeCall => ({ name, arguments: JSON.stringify(given) });
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === model);

  /** An agent with all tools, whose model makes these plays; the clock needs approval. */
  const agentWith = async (model: string, ...plays: [Play, ...Play[]]) => {
    provider.play(model, ...plays);
    const tools = Object.entries(ids).map(([name, id]) => ({ id, requiresApproval: name === 'clock' }));
    return (await client.agents.create({ name: model, model: `fake/${model}`, tools }))._id;
  };

  it('answers the calls of each step at once, and returns the complete reply', async () => {
    const agent = await agentWith(
      'steps',
      calls([call('find_order', { number: 7 }), call('find_person', { number: 8 })]),
      calls([{ ...call('find_order', { number: 9 }), id: 'second' }]),
      says('All is well.'),
    );
    let meet: (value: string) => void = () => undefined;
    const met = new Promise<string>((resolve) => {
      meet = resolve;
    });
    const types: string[] = [];
    const { reply, calls: done } = await client.agents.runTools(agent, {
      content: 'How are my orders?',
      tools: {
        // Neither would end alone: both run at the same time.
        find_order: { inputSchema, execute: ({ number }) => (number === 9 ? { number, state: 'sent' } : met) },
        find_person: { inputSchema, execute: ({ number }) => meet(`person ${number}`) },
      },
      onEvent: ({ type }) => {
        types.push(type);
      },
    });
    expect(reply).toMatchObject({ status: 'complete', content: 'All is well.' });
    expect(done.map(({ name, content, isError }) => [name, content, isError])).toEqual([
      ['find_order', 'person 8', false],
      ['find_person', '', false],
      ['find_order', '{"number":9,"state":"sent"}', false],
    ]);
    expect(types.filter((type) => type === 'message.requires_action')).toHaveLength(2);
    expect(types.at(-1)).toBe('message.completed');
    expect(JSON.stringify(askedOf('steps').at(-1))).toContain('person 8');
  });

  it('tells the model what failed, and which function is missing', async () => {
    const agent = await agentWith(
      'failing-tools',
      calls([call('find_order', { number: 1 }), call('find_person', { number: 2 })]),
      says('Sorry.'),
    );
    const { _id: conversation } = await client.conversations.create(agent);
    const { reply, calls: done } = await client.messages.runTools(conversation, {
      content: 'Go',
      tools: {
        find_order: {
          execute: () => {
            throw new Error('The shop is closed.');
          },
        },
      },
    });
    expect(done.map(({ content, isError }) => [content, isError])).toEqual([
      ['The shop is closed.', true],
      ['This client has no function find_person.', true],
    ]);
    expect(reply?.parts.filter(({ type }) => type === 'tool-result')).toMatchObject([
      { content: 'The shop is closed.', isError: true, status: 'failed' },
      { content: 'This client has no function find_person.', isError: true, status: 'failed' },
    ]);
  });

  it('refuses a result that is too long or no JSON', async () => {
    const agent = await agentWith(
      'long',
      calls([call('find_order', { number: 1 }), call('find_person', { number: 2 })]),
      says('Sorry.'),
    );
    const { calls: done } = await client.agents.runTools(agent, {
      content: 'Go',
      tools: { find_order: { execute: () => 'x'.repeat(32_001) }, find_person: { execute: () => ({ id: 1n }) } },
    });
    expect(done).toMatchObject([
      { content: 'The result has 32001 characters, and may have at most 32000.', isError: true },
      { content: expect.stringContaining('BigInt'), isError: true },
    ]);
  });

  it('returns a reply that waits for approval only', async () => {
    const agent = await agentWith('waits', calls([call('clock'), call('find_order', { number: 1 })]), says('Done.'));
    const { reply, calls: done } = await client.agents.runTools(agent, {
      content: 'Go',
      tools: { find_order: { execute: () => 'here' } },
    });
    expect(reply?.status).toBe('requires_action');
    expect(done).toMatchObject([{ name: 'find_order', content: 'here' }]);
    const { items } = await client.toolCalls.list({ conversationId: reply?.conversation, status: 'waiting' });
    expect(items.map(({ name, waitsFor }) => [name, waitsFor])).toEqual([['clock', 'approval']]);
  });

  it('waits for the decision, and continues after it', async () => {
    const agent = await agentWith(
      'decides',
      calls([call('clock'), call('find_order', { number: 1 })]),
      calls([{ ...call('clock'), id: 'again' }]),
      says('Done.'),
    );
    const asked: string[] = [];
    const { reply } = await client.agents.runTools(agent, {
      content: 'Go',
      tools: { find_order: { execute: () => 'here' } },
      onApproval: async ({ name, toolCall }) => {
        asked.push(name);
        await (asked.length === 1 ? client.toolCalls.approve(toolCall) : client.toolCalls.deny(toolCall));
      },
    });
    expect(reply).toMatchObject({ status: 'complete', content: 'Done.' });
    expect(asked).toEqual(['clock', 'clock']);
    const results = reply?.parts.flatMap((part) => (part.type === 'tool-result' ? [[part.name, part.status]] : []));
    expect(results?.toSorted()).toEqual([
      ['clock', 'completed'],
      ['clock', 'denied'],
      ['find_order', 'completed'],
    ]);
  });

  it('continues if its results arrived and their answer was lost', async () => {
    const agent = await agentWith(
      'lost-results',
      calls([call('find_order', { number: 1 }), call('find_person', { number: 2 })]),
      says('Done.'),
    );
    const statuses: (number | 'lost')[] = [];
    const fetch: Fetch = async (url, init) => {
      const response = await globalThis.fetch(url, init);
      if (!url.toString().endsWith('/tool-results')) return response;
      if (statuses.length > 0) {
        statuses.push(response.status);
        return response;
      }
      // Read to its end, so that the reply is complete.
      await response.text();
      statuses.push('lost');
      throw new TypeError('The connection was lost.');
    };
    let ran = 0;
    const count = {
      execute: () => {
        ran += 1;
        return 'here';
      },
    };
    const losing = new Parley({ baseURL: service.url, apiKey: key, fetch });
    const { reply } = await losing.agents.runTools(agent, {
      content: 'Go',
      tools: { find_order: count, find_person: count },
    });
    expect(reply).toMatchObject({ status: 'complete', content: 'Done.' });
    expect(statuses[0]).toBe('lost');
    expect(statuses.slice(1).every((status) => status === 409)).toBe(true);
    expect(statuses.length).toBeGreaterThan(1);
    expect(ran).toBe(2);
    expect(askedOf('lost-results')).toHaveLength(2);
  });

  it('throws the failure of the reply', async () => {
    const agent = await agentWith('fails', calls([call('find_order', { number: 1 })]), refuses(400));
    const running = client.agents.runTools(agent, { content: 'Go', tools: { find_order: { execute: () => 'here' } } });
    expect(await failureOf(running)).toMatchObject({ name: 'MessageFailedError', code: 'provider_error' });
  });

  it('sends nothing more once it is aborted', async () => {
    const agent = await agentWith('aborts', calls([call('find_order', { number: 1 })]), says('Never.'));
    const aborting = new AbortController();
    const running = client.agents.runTools(
      agent,
      { content: 'Go', tools: { find_order: { execute: () => aborting.abort() } } },
      { signal: aborting.signal },
    );
    expect(await failureOf(running)).toMatchObject({ name: 'APIUserAbortError' });
    const { items } = await client.toolCalls.list({ agentId: agent });
    expect(items).toMatchObject([{ status: 'waiting' }]);
    expect(askedOf('aborts')).toHaveLength(1);
  });

  it('returns no reply after a takeover', async () => {
    const agent = await agentWith('silent-tools', says('Never.'));
    const { _id: conversation } = await client.conversations.create(agent);
    await client.conversations.takeOver(conversation);
    const run = await client.messages.runTools(conversation, { content: 'Go', tools: {} });
    expect(run).toEqual({ reply: null, calls: [] });
  });
});
