import { readFileSync } from 'node:fs';
import type { MessageEvent, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { clientOf, letIn, makeWebChannel } from '../../../../testing/conversations/visitors.ts';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { update } from '../../../../testing/messengers/telegram-updates.ts';
import * as fake from '../../../../testing/servers/fake-provider.ts';
import { thinksAsAnthropic } from '../../../../testing/servers/fake-tools.ts';
import { behind } from '../../../../testing/servers/platform-server.ts';
import { startTelegramServer } from '../../../../testing/servers/telegram-server.ts';

const publicUrl = 'https://parley.example.com';
let ownUrl = '';
const telegram = await startTelegramServer(behind(publicUrl, () => ownUrl));
const provider = await fake.startFakeProvider();
afterAll(() => Promise.all([telegram.close(), provider.close()]));

const streamOf = (name: string) =>
  readFileSync(new URL(`../../../../testing/model-streams/cases/${name}.sse`, import.meta.url), 'utf8');

/** Answers with a body as it is. */
const sends =
  (body: string, type = 'text/event-stream'): fake.Play =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(body);

describe.each(anyEngine)('odd streams of a provider, on %s', (engine) => {
  const environment = {
    ...{ ...provider.environment, ...telegram.environment, PUBLIC_URL: publicUrl },
    ...{ ANTHROPIC_BASE_URL: provider.url, ANTHROPIC_API_KEY: fake.providerKey },
  };
  const parley = service(engine, { environment, modelLimits: { retries: 0, afterFinish: 200 } });
  let person: Person;
  let client: Parley;
  let agents = 0;

  beforeAll(async () => {
    ownUrl = parley.url;
    person = await parley.person({ plan: 'business' });
    client = await person.client();
  });

  const agentOf = async (...plays: [fake.Play, ...fake.Play[]]) => {
    agents += 1;
    const name = `${engine}-odd-${agents}`;
    provider.play(name, ...plays);
    const { _id: id } = await client.agents.create({ name, model: `fake/${name}` });
    return { id, asked: () => provider.asked.filter(({ model }) => model === name) };
  };
  /** Sends one message, and returns the reply, also if it failed. */
  const replyTo = async (agent: string) => {
    await client.agents.chat(agent, { message: 'Hello' }).catch(() => undefined);
    const [conversation] = (await client.conversations.list({ agentId: agent, limit: 1 })).items;
    const [reply] = (await client.messages.list(conversation?._id ?? '', { limit: 1 })).items;
    if (reply?.role !== 'assistant') throw new Error('There is no reply.');
    return reply;
  };
  const replyOf = async (...plays: [fake.Play, ...fake.Play[]]) => replyTo((await agentOf(...plays)).id);

  const whole = { status: 'complete', content: 'Hello world', finishReason: 'stop', error: null };
  const failed = { status: 'failed', finishReason: 'error' };
  const given = { inputTokens: 11, outputTokens: 3 };
  const estimated = { inputTokens: expect.any(Number), outputTokens: expect.any(Number) };
  const saying = (providerMessage: string) => ({ error: { providerMessage } });
  const about = (message: string) => ({ error: { message: expect.stringContaining(message) } });

  test.each<[string, object]>([
    ['usagestr', { ...whole, usage: given }],
    ['nochoices', { ...whole, usage: given }],
    ['errobjnull', { ...whole, usage: given }],
    ['ping', { ...whole, usage: given }],
    ['emptydata', { ...whole, usage: given }],
    ['nofinish', { ...whole, usage: estimated }],
    ['finisherror', { ...failed, content: 'Hello wor', ...about('broke the reply off (error)') }],
    ['finishMAX', { ...whole, finishReason: 'length' }],
    ['empty', { ...failed, content: '', usage: given, ...about('its answer is empty') }],
    ['reasoningonly', { ...failed, content: '', usage: given, ...about('it only thought and gave no answer') }],
    ['think', { ...whole, usage: given }],
    ['errstring', { ...failed, content: 'Hello wor', ...saying('model runner has unexpectedly stopped') }],
    ['errvllm', { ...failed, ...saying('This model’s maximum context length is 8192 tokens') }],
    ['rolecased', { ...whole, usage: given }],
    ['usagenull', { ...whole, usage: estimated }],
  ])('%s', async (name, expected) => {
    const reply = await replyOf(sends(streamOf(name)));
    expect(reply).toMatchObject(expected);
    expect(reply.usage?.inputTokens).toBeGreaterThan(0);
    if (reply.content !== '') expect(reply.usage?.outputTokens).toBeGreaterThan(0);
  });

  /** The two events after which the reply of a stream is whole. */
  const wholeEvents = streamOf('nochoices').split('\n\n').slice(0, 2).join('\n\n');

  test.each<[string, fake.Play]>([
    [
      'is reset',
      async (response) => {
        await new Promise((resolve) => fake.begin(response).write(`${wholeEvents}\n\n`, resolve));
        response.socket?.resetAndDestroy();
      },
    ],
    ['stays open', (response) => void fake.begin(response).write(`${wholeEvents}\n\n`)],
    ['ends without [DONE] and line break', (response) => void fake.begin(response).end(wholeEvents)],
  ])('a reply is whole if its connection then %s', async (_how, play) => {
    expect(await replyOf(play)).toMatchObject(whole);
  });

  test.each<[string, string, string]>([
    ['one document', JSON.stringify({ choices: [{ message: { content: 'Hello world' } }] }), 'application/json'],
    ['a stream as plain text', streamOf('nochoices'), 'text/plain'],
    ['a stream without a type', streamOf('nochoices'), ''],
  ])('%s is read', async (_what, body, type) => {
    expect(await replyOf(sends(body, type))).toMatchObject(whole);
  });

  test.each([400, 422])('a field that is refused with %i is left out from then on', async (status) => {
    const refuses =
      (body: object): fake.Play =>
      (response, asked) =>
        'stream_options' in asked.body
          ? void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
          : sends(streamOf('nofinish'))(response, asked);
    for (const body of [
      { error: { message: 'Unknown parameter.', param: 'stream_options' } },
      { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
    ]) {
      const { id, asked } = await agentOf(refuses(body));
      for (const _time of [1, 2]) expect(await replyTo(id)).toMatchObject(whole);
      expect(asked().map((each) => 'stream_options' in each.body)).toEqual([true, false, false]);
      expect(asked().every((each) => 'temperature' in each.body)).toBe(true);
    }
  });

  test('thoughts reach members as parts and events, but neither the next prompt nor a search', async () => {
    const thoughts = 'Zebras '.repeat(200);
    const { id, asked } = await agentOf(
      sends(fake.thought(thoughts) + fake.piece('Hello ') + fake.piece('world') + fake.ending()),
    );
    const events: MessageEvent[] = [];
    for await (const event of client.agents.stream(id, { content: 'Hello' })) events.push(event);
    const last = events.at(-1);
    if (last?.type !== 'message.completed') throw new Error('It is not complete.');
    const { parts, content, conversation } = last.message;
    expect(content).toBe('Hello world');
    const heard = events.flatMap((event) => (event.type === 'reasoning' ? [event.text] : []));
    expect(heard.join('')).toBe(thoughts);
    expect(parts).toEqual([
      ...heard.map((text) => ({ type: 'reasoning', text })),
      { type: 'text', text: 'Hello world' },
    ]);
    expect(await client.messages.retrieve(last.message._id)).toMatchObject({ parts });
    await client.messages.send(conversation, { content: 'And you?' });
    expect(JSON.stringify(asked().map(({ body }) => body))).not.toContain('Zebras');
    expect(
      asked()
        .at(-1)
        ?.messages.map((message) => message.content),
    ).toEqual(['Hello', 'Hello world', 'And you?']);
    expect((await client.conversations.list({ q: 'Zebras' })).items).toEqual([]);
  });

  test('thoughts beyond 32 KiB are dropped with a mark', async () => {
    const reply = await replyOf(sends(fake.thought('Hm. '.repeat(10_000)) + fake.piece('Hello') + fake.ending()));
    const kept = reply.parts.flatMap((part) => (part.type === 'reasoning' ? [part] : []));
    expect(kept.map(({ text }) => text).join('')).toBe('Hm. '.repeat(8 * 1024));
    expect(kept.filter(({ truncated }) => truncated)).toEqual(kept.slice(-1));
    expect(reply).toMatchObject({ status: 'complete', content: 'Hello' });
  });

  test('thoughts of Anthropic’s models are kept, too', async () => {
    const model = `${engine}-claude`;
    provider.play(model, thinksAsAnthropic('A greeting.', 'Hello world'));
    const { _id: id } = await client.agents.create({ name: 'Claude', model: `anthropic/${model}` });
    expect(await replyTo(id)).toMatchObject({
      ...{ status: 'complete', content: 'Hello world' },
      parts: [
        { type: 'reasoning', text: 'A greeting.' },
        { type: 'text', text: 'Hello world' },
      ],
    });
  });

  test('a visitor gets no thoughts, neither in events nor in messages', async () => {
    const { id } = await agentOf(sends(fake.thought('Zebras.') + fake.piece('Hello') + fake.ending()));
    const channel = await makeWebChannel(parley, { workspace: person.workspace, agent: id });
    const visitor = clientOf(parley, await letIn(parley.url, channel));
    const events: MessageEvent[] = [];
    for await (const event of visitor.agents.stream(id, { content: 'Hi' })) events.push(event);
    const last = events.at(-1);
    if (last?.type !== 'message.completed') throw new Error('It is not complete.');
    expect(last.message).toMatchObject({ content: 'Hello', parts: [{ type: 'text', text: 'Hello' }] });
    const read = await visitor.messages.list(last.message.conversation);
    expect(JSON.stringify([events, read.items])).not.toMatch(/Zebras|reasoning/);
    expect((await client.messages.retrieve(last.message._id)).parts[0]).toMatchObject({ text: 'Zebras.' });
  });

  test('a user of a messenger gets the apology in place of an empty answer', async () => {
    const apology = 'A person will answer you.';
    const bot = telegram.addBot();
    const { id } = await agentOf(sends(streamOf('empty')), sends(streamOf('reasoningonly')));
    await client.channels.create(id, { type: 'telegram', settings: { botToken: bot.token, apology } });
    const patient = { timeout: 30_000, interval: 25 };
    await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeDefined(), patient);
    for (const user of [7_001, 7_002]) {
      const chat = { id: user, type: 'private', first_name: 'Somebody' };
      const from = { id: user, is_bot: false, first_name: 'Somebody' };
      expect(await telegram.deliver(bot, update({ text: 'Hello?', chat, from }))).toEqual([200]);
      await vi.waitFor(() => expect(telegram.in(user).map(({ text }) => text)).toEqual([apology]), patient);
    }
  });
});
