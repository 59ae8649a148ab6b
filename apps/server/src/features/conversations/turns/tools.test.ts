import type { Message, MessageEvent, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { silentDesk } from '../../../../testing/conversations/silent-entries.ts';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { row } from '../../../../testing/fixtures/people.ts';
import { type Person, service, startService } from '../../../../testing/harness.ts';
import { type Play, says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { calls, type FakeCall, tool } from '../../../../testing/servers/fake-tools.ts';
import type { ToolRun, TurnAids } from '../../../calling/aids.ts';
import { newId } from '../../../ids.ts';
import { createRecovery } from './leases/recovery.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

/** The runs of the tool `waits`; each returns when the test says so. */
const waiting: { readonly run: ToolRun; readonly finish: (content: string) => void }[] = [];

const tools: Readonly<Record<string, (run: ToolRun) => Promise<{ content: string; isError?: boolean }>>> = {
  weather: async ({ arguments: given }) => ({ content: `Rain in ${String(given['city'])}.` }),
  throws: async () => {
    throw new Error('secret-of-the-tool');
  },
  hangs: () => new Promise(() => undefined),
  floods: async () => ({ content: 'x'.repeat(100_000) }),
  odd: async () => ({ content: 'a\0b\ud800c' }),
  refuses: async () => ({ content: 'No such city.', isError: true }),
  waits: (run) => new Promise((finish) => waiting.push({ run, finish: (content) => finish({ content }) })),
};

const call = (name: string, given: unknown = {}): FakeCall => ({ name, arguments: JSON.stringify(given) });

const turnAids: TurnAids = {
  toolsOf: async ({ systemPrompt }) =>
    systemPrompt === 'No tools.' ? [] : Object.keys(tools).map((name) => tool(name)),
  runTool: async (run) => (tools[run.name] ?? tools['throws'])?.(run) ?? { content: '' },
  limits: { callMs: 2_000 },
};

describe.each(anyEngine)('tool calls in a reply, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment, turnAids });
  let alice: Person;
  let client: Parley;
  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  /** The engines share the provider. */
  const nameOf = (model: string) => `${engine}-${model}`;
  const play = (model: string, ...plays: [Play, ...Play[]]) => provider.play(nameOf(model), ...plays);
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === nameOf(model));
  const agentWith = async (model: string, systemPrompt = '') =>
    (await client.agents.create({ name: 'Calls', model: `fake/${nameOf(model)}`, systemPrompt }))._id;
  const ask = async (model: string, ...plays: [Play, ...Play[]]) => {
    play(model, ...plays);
    const { reply, conversation } = await client.agents.chat(await agentWith(model), { message: 'Go' });
    if (reply === null) throw new Error('There is no reply.');
    return { reply, conversation: conversation._id };
  };
  const resultsOf = ({ parts }: Message) => parts.flatMap((part) => (part.type === 'tool-result' ? [part] : []));
  const collect = async (events: AsyncIterable<MessageEvent>) => {
    const all: MessageEvent[] = [];
    for await (const event of events) all.push(event);
    return all;
  };
  /** Starts a reply that waits for its tool; returns the conversation, the events of its stream and the tool's run. */
  const wait = async (model: string, ...plays: Play[]) => {
    play(model, calls([call('waits', { n: 1 })], 'One. '), ...plays);
    const { _id: id } = await client.conversations.create(await agentWith(model));
    const before = waiting.length;
    const events = collect(client.messages.stream(id, { content: 'Go' }));
    await vi.waitFor(() => expect(waiting).toHaveLength(before + 1), 10_000);
    const entry = waiting[before];
    if (entry === undefined) throw new Error('The tool does not run.');
    return { id, events, ...entry };
  };
  const lastOf = async (conversation: string) => {
    const [message] = (await client.messages.list(conversation, { limit: 1 })).items;
    if (message === undefined) throw new Error('There is no message.');
    return message;
  };

  test('200: the reply has its parts in order, and its text and usage are those of all steps', async () => {
    const plays = [calls([call('weather', { city: 'Oslo' })], 'Let me look.'), says('It ', 'rains.')] as const;
    const { reply, conversation } = await ask('whole', ...plays);
    expect(reply).toMatchObject({
      content: 'Let me look.\n\nIt rains.',
      citations: [],
      status: 'complete',
      usage: { inputTokens: 22, outputTokens: 14 },
    });
    const { callId = '' } = resultsOf(reply)[0] ?? {};
    expect(reply.parts).toEqual([
      { type: 'text', text: 'Let me look.' },
      { type: 'tool-call', callId, name: 'weather', arguments: { city: 'Oslo' } },
      {
        ...{ type: 'tool-result', callId, name: 'weather', content: 'Rain in Oslo.', isError: false },
        ...{ status: 'completed', latencyMs: expect.any(Number) },
      },
      { type: 'text', text: '\n\nIt rains.' },
    ]);
    expect(await client.messages.retrieve(reply._id)).toEqual(reply);
    expect(await lastOf(conversation)).toEqual(reply);
    const [question] = (await client.messages.list(conversation, { sort: 'createdAt' })).items;
    expect(question?.parts).toEqual([{ type: 'text', text: 'Go' }]);
    const { agent } = await client.conversations.retrieve(conversation);
    const line = JSON.parse(await client.conversations.export({ agentId: agent }).text()) as { messages: Message[] };
    expect(line.messages.at(-1)).toEqual(reply);
  });

  test('200: a failed call is told to the model, and to the reader without its cause', async () => {
    const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
    const made: FakeCall[] = [
      ...[call('throws'), call('hangs'), call('floods'), call('odd'), call('refuses'), call('unknown tool!')],
      ...[
        { name: 'weather', arguments: '{"city":' },
        { name: 'weather', arguments: '["Oslo"]' },
      ],
      { name: 'weather', arguments: deep },
    ];
    const { reply } = await ask('failures', calls(made), says('Sorry.'));
    const results = resultsOf(reply);
    const contents = reply.parts.flatMap((part) =>
      part.type === 'tool-call' ? [results.find(({ callId }) => callId === part.callId)] : [],
    );
    const failed = (content: unknown) => expect.objectContaining({ content, isError: true });
    expect(contents).toEqual([
      failed('The tool throws failed.'),
      failed('The tool hangs did not return within 2 seconds.'),
      failed(
        expect.stringMatching(
          /^The tool floods returned 100000 characters; there is room for 32000\. They begin:\nxxx/,
        ),
      ),
      expect.objectContaining({ content: 'a\ufffdb\ufffdc', isError: false }),
      failed('No such city.'),
      failed(expect.stringMatching(/^There is no tool unknown_tool_\. The tools are: weather, throws, /)),
      failed('The arguments are not valid JSON: {"city":'),
      failed('The arguments are not a JSON object: ["Oslo"]'),
      failed(`The arguments are nested more than 32 levels deep: ${deep}`),
    ]);
    for (const { content } of results) expect(content.length).toBeLessThanOrEqual(32_000);
    const told = (askedOf('failures').at(-1)?.body['messages'] as { role: string; content: string }[]) ?? [];
    expect(told.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual(
      contents.map((result) => result?.content),
    );
    expect(reply.content).toBe('Sorry.');
    expect(JSON.stringify(reply)).not.toContain('secret-of-the-tool');
    expect(parley.log()).toContain('secret-of-the-tool');
  });

  test.each([
    [
      'invalid arguments',
      calls([{ name: 'weather', arguments: '{' }]),
      /it called tools with invalid arguments 4 times\.$/,
    ],
    [
      'too many calls',
      calls(Array.from({ length: 17 }, () => call('weather'))),
      /it called more than 16 tools at once\.$/,
    ],
  ])('502: a model that makes %s fails its reply', async (name, made, message) => {
    const failure = await ask(name, made).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 502, code: 'provider_error', message: expect.stringMatching(message) });
  });

  test('200: all results together have a bound that leaves room in the context', async () => {
    const { reply } = await ask('bounded', calls(Array.from({ length: 12 }, () => call('floods'))), says('Enough.'));
    const sizes = resultsOf(reply).map(({ content }) => content.length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
    expect(sizes).toHaveLength(12);
  });

  test('200: a call is stored before it runs, and its result before the model sees it', async () => {
    let seen: Message | undefined;
    let conversation = '';
    const looks: Play = async (response, asked) => {
      seen = await lastOf(conversation);
      return says('Done.')(response, asked);
    };
    const { id, events, run, finish } = await wait('stored', looks);
    conversation = id;
    const during = await lastOf(id);
    const one = { type: 'tool-call', callId: run.callId, name: 'waits', arguments: { n: 1 } };
    expect(during).toMatchObject({ status: 'streaming', content: 'One. ' });
    expect(during.parts).toEqual([{ type: 'text', text: 'One. ' }, one]);
    finish('Two.');
    await events;
    const result = {
      ...{ type: 'tool-result', callId: run.callId, name: 'waits', content: 'Two.', isError: false },
      ...{ status: 'completed', latencyMs: expect.any(Number) },
    };
    expect(seen?.parts).toEqual([{ type: 'text', text: 'One. ' }, one, result]);
    // The text of the first step ends with white space, so nothing separates it from the next.
    expect((await lastOf(id)).content).toBe('One. Done.');
  });

  test('200: a stream has an event for each part, and resumes from every event', async () => {
    const { id, events, finish } = await wait('resumed', says('Two ', 'three.'));
    const reply = (await client.conversations.retrieve(id)).turn ?? '';
    const from = (place: string) =>
      collect(client.conversations.follow(id, { headers: { 'Last-Event-ID': `${reply}:${place}` } }));
    const during = ['0', '3', '5', '5:1'].map(from);
    finish('Found.');
    const all = (await events).slice(2);
    expect(shortened(all)).toEqual(['One. ', 'tool.call', 'tool.result', 'Two three.', 'message.completed']);
    const resumed = await Promise.all(during);
    expect(resumed.map(shortened)).toEqual([
      ['One. ', 'tool.call', 'tool.result', 'Two three.', 'message.completed'],
      ['. ', 'tool.call', 'tool.result', 'Two three.', 'message.completed'],
      ['tool.call', 'tool.result', 'Two three.', 'message.completed'],
      ['tool.result', 'Two three.', 'message.completed'],
    ]);
    for (const { id: last } of all) {
      const [, ...place] = last.split(':');
      const after = all.slice(all.findIndex((event) => event.id === last) + 1).filter(({ id: next }) => next !== last);
      const rest = (await from(place.join(':'))).filter(({ id: next }) => next !== last);
      expect(textOf(rest)).toBe(textOf(after));
      expect(shortened(rest).filter((name) => name.startsWith('tool'))).toEqual(
        shortened(after).filter((name) => name.startsWith('tool')),
      );
    }
    const message = await client.messages.retrieve(reply);
    expect(all.find(({ type }) => type === 'tool.call')).toMatchObject({
      call: { name: 'waits', arguments: { n: 1 } },
    });
    expect(all.find(({ type }) => type === 'tool.result')).toMatchObject({ result: { content: 'Found.' } });
    expect(all.at(-1)).toMatchObject({ type: 'message.completed', message });
    expect(textOf(all)).toBe(message.content);
  });

  test('200: cancelling ends the reply in the middle of a call, and tells the tool', async () => {
    const { id, events, run, finish } = await wait('cancelled');
    expect(await client.conversations.cancel(id)).toMatchObject({ turn: null });
    expect(run.signal.aborted).toBe(true);
    finish('Too late.');
    expect((await events).at(-1)).toMatchObject({ type: 'message.cancelled' });
    const reply = await lastOf(id);
    expect(reply).toMatchObject({ status: 'cancelled', content: 'One. ' });
    expect(reply.parts.map(({ type }) => type)).toEqual(['text', 'tool-call']);
    expect(askedOf('cancelled')).toHaveLength(1);
  });

  test('200: a takeover ends it, too', async () => {
    const { id, events, run } = await wait('taken');
    expect(await client.conversations.takeOver(id)).toMatchObject({ status: 'human', turn: null });
    expect(run.signal.aborted).toBe(true);
    expect((await events).at(-1)).toMatchObject({ type: 'message.cancelled' });
    expect((await lastOf(id)).parts.map(({ type }) => type)).toEqual(['text', 'tool-call']);
  });

  test('a shutdown ends it with what it has, and the tool is told', async () => {
    const other = await startService(engine, { environment: provider.environment, turnAids });
    onTestFinished(other.close);
    play('shut-down', calls([call('weather'), call('waits')], 'One. '));
    const own = await (await other.person()).client();
    const { _id: agent } = await own.agents.create({ name: 'Calls', model: `fake/${nameOf('shut-down')}` });
    const { _id: id } = await own.conversations.create(agent);
    const before = waiting.length;
    const sent = own.messages.send(id, { content: 'Go' }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(waiting).toHaveLength(before + 1), 10_000);
    await other.features.conversations.close();
    expect(waiting[before]?.run.signal.aborted).toBe(true);
    expect(await sent).toMatchObject({ status: 503, code: 'unavailable' });
    const [reply] = (await own.messages.list(id, { limit: 1 })).items;
    expect(reply).toMatchObject({ status: 'failed', content: 'One. ', error: { code: 'interrupted' } });
    expect(reply?.parts.map(({ type }) => type)).toEqual(['text', 'tool-call', 'tool-call', 'tool-result']);
  });

  test('200: a retry starts with clean parts, and the model knows what the earlier reply called, but not what it said last', async () => {
    const { id, events } = await wait('retried', says('Better.'));
    await client.conversations.cancel(id);
    await events;
    const { reply } = await client.messages.retry((await lastOf(id))._id);
    expect(reply?.parts).toEqual([{ type: 'text', text: 'Better.' }]);
    expect(askedOf('retried').at(-1)?.messages).toMatchObject([
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'One. ' },
      { role: 'tool', content: 'The reply ended before a result was known.' },
    ]);
  });

  test('a reply whose process is taken for dead ends with what was stored, and the model is not called again', async () => {
    const { id, events, finish } = await wait('recovered', says('Never said.'));
    const { db } = parley;
    const record = () => ({ sql: 'select 1', parameters: [] });
    const models = { estimate: () => 1 };
    const turns = { find: () => undefined };
    const idle = { onError: () => undefined, changed: () => undefined };
    const queues = { deliverSoon: () => undefined, indexSoon: () => undefined };
    const needs = { db, now: Date.now, leaseMs: 30_000, queues, turns, models, record, resumeAt: record };
    const recovery = createRecovery({ ...needs, ...idle, desk: silentDesk });
    await recovery.start({ alone: true });
    recovery.close();
    const reply = await lastOf(id);
    expect(reply).toMatchObject({ status: 'failed', content: 'One. ', error: { code: 'interrupted' } });
    expect(reply.parts.map(({ type }) => type)).toEqual(['text', 'tool-call']);
    // The turn still runs: it finds out before it calls the model.
    finish('Too late.');
    expect((await events).at(-1)).toMatchObject({ type: 'message.failed', message: reply });
    expect(await lastOf(id)).toEqual(reply);
    expect(askedOf('recovered')).toHaveLength(1);
  });

  test('200: a later prompt has the calls with their results; without tools it has the texts alone', async () => {
    const { conversation } = await ask('history', calls([call('weather', { city: 'Oslo' })]), says('It rains.'));
    play('history', says('Yes.'));
    await client.messages.send(conversation, { content: 'Sure?' });
    const messages = askedOf('history').at(-1)?.body['messages'] as object[];
    expect(messages).toMatchObject([
      { role: 'user', content: 'Go' },
      { role: 'assistant', tool_calls: [{ function: { name: 'weather', arguments: '{"city":"Oslo"}' } }] },
      { role: 'tool', content: 'Rain in Oslo.' },
      { role: 'assistant', content: 'It rains.' },
      { role: 'user', content: 'Sure?' },
    ]);
    const settings = { systemPrompt: 'No tools.' };
    const { agent } = await client.conversations.retrieve(conversation);
    await client.agents.chat(agent, { message: 'Again?', conversationId: conversation, settings });
    expect(askedOf('history').at(-1)?.body['messages']).toEqual([
      { role: 'system', content: 'No tools.' },
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'It rains.' },
      { role: 'user', content: 'Sure?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Again?' },
    ]);
    expect(askedOf('history').at(-1)?.body).not.toHaveProperty('tools');
  });

  test('200: a model that calls a tool without being offered one replies with its text', async () => {
    play('not-offered', calls([call('weather')], 'I would look.'));
    const agent = await agentWith('not-offered', 'No tools.');
    const { reply } = await client.agents.chat(agent, { message: 'Go' });
    expect(reply).toMatchObject({ content: 'I would look.', parts: [{ type: 'text', text: 'I would look.' }] });
    expect(askedOf('not-offered')).toHaveLength(1);
  });

  test('502: a model that only calls tools that it was not offered fails with the reason', async () => {
    play('calls-only', calls([call('weather'), call('weather')]));
    const agent = await agentWith('calls-only', 'No tools.');
    const failed = client.agents.chat(agent, { message: 'Go' });
    await expect(failed).rejects.toMatchObject({ status: 502, code: 'provider_error' });
    await expect(failed).rejects.toThrow(/it called tools, but it has no tools\.$/);
    expect(askedOf('calls-only')).toHaveLength(1);
  });

  test('502: a model that calls tools in its last step and says nothing fails with the reason', async () => {
    play('never-answers', calls([call('weather')]));
    const failed = client.agents.chat(await agentWith('never-answers'), { message: 'Go' });
    await expect(failed).rejects.toMatchObject({ status: 502, code: 'provider_error' });
    await expect(failed).rejects.toThrow(/in its last step instead of answering\.$/);
    expect(askedOf('never-answers')).toHaveLength(8);
  });

  test('a reply of an earlier version has its text and citations as parts, and its event IDs resume', async () => {
    const { _id: conversation } = await client.conversations.create(await agentWith('earlier'));
    const citations = [1, 2].map((n) => ({
      source: `src_${n}`,
      title: 'A',
      url: null,
      quote: 'Q “q”\n',
      score: 0.1 * n,
    }));
    const add = async (content: string, cited: unknown[]) => {
      const names = { id: newId('message'), workspace_id: alice.workspace, conversation_id: conversation };
      const more = { status: 'complete', updated_at: 0, role: 'assistant', created_at: Date.now(), content };
      await parley.db.write([
        row(parley.db, 'messages', { ...names, ...more, citations: JSON.stringify(cited) } as never),
      ]);
      return names.id;
    };
    const text = 'Grüße, "👍"';
    const id = await add(text, citations);
    const cites = citations.map((citation) => ({ type: 'citation', citation }));
    const message = await client.messages.retrieve(id);
    expect(message).toMatchObject({ content: text, citations });
    expect(message.parts).toEqual([{ type: 'text', text }, ...cites]);
    const from = (place: string) =>
      collect(client.conversations.follow(conversation, { headers: { 'Last-Event-ID': `${id}:${place}` } }));
    const end = 'message.completed';
    expect(shortened(await from('0'))).toEqual([text, 'citation', 'citation', end]);
    expect(shortened(await from('7'))).toEqual([text.slice(7), 'citation', 'citation', end]);
    expect(shortened(await from(`${text.length}`))).toEqual(['citation', 'citation', end]);
    expect(shortened(await from(`${text.length}:1`))).toEqual(['citation', end]);
    expect(shortened(await from(`${text.length}:2`))).toEqual([end]);
    expect((await client.messages.retrieve(await add('', citations))).parts).toEqual(cites);
    expect((await client.messages.retrieve(await add('', []))).parts).toEqual([]);
  });
});

/** Each event's text or name. */
const shortened = (events: readonly MessageEvent[]) =>
  events.map((event) => (event.type === 'message.delta' ? event.text : event.type));

const textOf = (events: readonly MessageEvent[]) =>
  events.map((event) => (event.type === 'message.delta' ? event.text : '')).join('');
