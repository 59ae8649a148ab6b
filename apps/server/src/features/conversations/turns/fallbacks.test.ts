// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { send } from '../../../../testing/request.ts';
import {
  begin,
  conducted,
  ending,
  hangsUp,
  keepsSilent,
  type Play,
  refuses,
  says,
  startFakeProvider,
  thought,
} from '../../../../testing/servers/fake-provider.ts';
import { calls, tool } from '../../../../testing/servers/fake-tools.ts';
import type { TurnAids } from '../../../calling/aids.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const turnAids: TurnAids = {
  toolsOf: async () => [tool('weather')],
  runTool: async () => ({ content: 'It rains.' }),
};

const token = 'a-metrics-token-that-is-long-enough';

/** Further providers: one whose server isn't there, and one with a small context. */
const others = {
  ...{ PARLEY_PROVIDERS: 'fake,gone,small', GONE_BASE_URL: 'http://127.0.0.1:9/v1', GONE_API_KEY: 'sk-none' },
  ...{ SMALL_BASE_URL: provider.url, SMALL_API_KEY: 'sk-none', SMALL_CONTEXT_TOKENS: '4000' },
};

describe.each(engines)('fallbacks of a model, on %s', (engine) => {
  const parley = service(engine, {
    environment: { ...provider.environment, ...others, PARLEY_METRICS_TOKEN: token },
    modelLimits: { retries: 0, firstToken: 3_000 },
    turnAids,
  });
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  const nameOf = (model: string) => `${engine}-${model}`;
  const modelOf = (model: string) => `fake/${nameOf(model)}`;
  const play = (model: string, ...plays: [Play, ...Play[]]) => provider.play(nameOf(model), ...plays);
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === nameOf(model));
  const agentWith = async (model: string, ...fallbackModels: string[]) =>
    (await client.agents.create({ name: 'Careful', model, fallbackModels }))._id;
  /** The reply that a failure names. */
  const failedReply = async (chat: Promise<unknown>) => {
    const failure = (await chat.catch((error: unknown) => error)) as {
      code: string;
      details: { path: string; message: string }[];
    };
    const id = failure.details.find(({ path }) => path === 'reply')?.message ?? '';
    return { code: failure.code, reply: await client.messages.retrieve(id) };
  };

  /** The lines of the log about a reply. */
  const logged = (reply: string | undefined) =>
    parley
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ reply: failed, message }) => reply !== undefined && [failed, message].includes(reply));

  const overloaded: Play = (response) => void response.writeHead(500).end('{"error":{"message":"Overloaded."}}');

  test.each<[string, Play, object]>([
    ['status 500', overloaded, { code: 'provider_error', reason: 'unavailable' }],
    ['a refused key', refuses(401), { code: 'provider_error', reason: 'authentication' }],
    ['a limit', refuses(429), { code: 'provider_error', reason: 'rate_limited' }],
    ['silence', keepsSilent, { code: 'provider_timeout', reason: 'timeout' }],
    ['an empty answer', says(''), { code: 'provider_error', reason: 'invalid_response' }],
    [
      'thoughts without an answer',
      (response) => void begin(response).end(thought('Hm.') + ending()),
      { code: 'provider_error', reason: 'invalid_response' },
    ],
  ])('after %s another model answers, and the message says so', async (what, plays, failed) => {
    const [first, second] = [`bad-${what}`, `good-${what}`].map((name) => name.replaceAll(' ', '-')) as [
      string,
      string,
    ];
    play(first, plays);
    const agent = await agentWith(modelOf(first), modelOf(second));
    const { reply } = await client.agents.chat(agent, { content: 'Hello' });
    expect(reply).toMatchObject({
      ...{ status: 'complete', content: `Hello from ${nameOf(second)}.`, model: modelOf(second), error: null },
      fallbacks: [
        { model: modelOf(first), ...failed, message: expect.stringContaining(`The model ${modelOf(first)} `) },
      ],
    });
    expect(await client.messages.retrieve(reply?._id ?? '')).toEqual(reply);
    expect(logged(reply?._id)[0]).toMatchObject({ model: modelOf(first), fallback: modelOf(second) });
  });

  test('a server that isn’t there, and then a refusal: the third answers, and the tokens are its own', async () => {
    play('refuses', refuses(400));
    const agent = await agentWith('gone/any', modelOf('refuses'), modelOf('third'));
    const { reply } = await client.agents.chat(agent, { content: 'Hello' });
    expect(reply).toMatchObject({ model: modelOf('third'), usage: { inputTokens: 11, outputTokens: 7 } });
    const csv = await client.conversations.export({ format: 'csv', agentId: agent }).text();
    expect(csv).toContain(JSON.stringify(reply?.fallbacks).replaceAll('"', '""'));
    expect(reply?.fallbacks).toMatchObject([
      { model: 'gone/any', reason: 'unavailable' },
      { model: modelOf('refuses'), reason: 'authentication' },
    ]);
    expect(logged(reply?._id).at(-1)).toMatchObject({
      model: modelOf('third'),
      fallbacks: ['gone/any', modelOf('refuses')],
    });
  });

  test('after the first token a failure stands', async () => {
    play('hangs-up', hangsUp);
    const agent = await agentWith(modelOf('hangs-up'), modelOf('unneeded'));
    const { reply } = await failedReply(client.agents.chat(agent, { content: 'Hello' }));
    expect(reply).toMatchObject({ status: 'failed', content: 'Half of it', model: modelOf('hangs-up'), fallbacks: [] });
    expect(askedOf('unneeded')).toEqual([]);
  });

  test('if all fail, the reply fails with the last one’s error, and names the others', async () => {
    play('one', refuses(401));
    play('two', overloaded);
    const agent = await agentWith(modelOf('one'), modelOf('two'));
    const { code, reply } = await failedReply(client.agents.chat(agent, { content: 'Hello' }));
    expect(code).toBe('provider_error');
    expect(reply).toMatchObject({
      ...{ status: 'failed', model: modelOf('two'), error: { reason: 'unavailable', providerStatus: 500 } },
      fallbacks: [{ model: modelOf('one'), reason: 'authentication' }],
    });
    expect(reply.error?.message).toContain(modelOf('two'));
  });

  test('a reply that is cancelled asks no other model', async () => {
    const silent = conducted();
    play('silent', silent.play);
    const agent = await agentWith(modelOf('silent'), modelOf('never'));
    const stream = client.agents.stream(agent, { content: 'Hello' });
    const events: string[] = [];
    for await (const event of stream) {
      events.push(event.type);
      if (event.type === 'message.created' && event.message.role === 'assistant') {
        await silent.begun;
        await client.conversations.cancel(event.message.conversation);
      }
    }
    expect(events.at(-1)).toBe('message.cancelled');
    expect(askedOf('never')).toEqual([]);
  });

  test('a stream begins with the agent’s model and ends with the one that answered, also if it is read again', async () => {
    play('streamed', refuses(403));
    const agent = await agentWith(modelOf('streamed'), modelOf('streams'));
    const models: (string | null)[] = [];
    let conversation = '';
    for await (const event of client.agents.stream(agent, { content: 'Hello' })) {
      if (event.type !== 'message.created' && event.type !== 'message.completed') continue;
      conversation = event.message.conversation;
      if (event.message.role === 'assistant') models.push(event.message.model);
    }
    expect(models).toEqual([modelOf('streamed'), modelOf('streams')]);
    const { items } = await client.messages.list(conversation);
    expect(items[0]).toMatchObject({ fallbacks: [{ model: modelOf('streamed'), reason: 'authentication' }] });
  });

  test('a later step goes on with the model that answered, which gets the results so far', async () => {
    play('first-step', calls([{ name: 'weather', arguments: '{}' }], 'I look. '), overloaded);
    play('second-step', calls([{ name: 'weather', arguments: '{}' }], 'Again. '), says('Rain.'));
    const agent = await agentWith(modelOf('first-step'), modelOf('second-step'));
    const { reply } = await client.agents.chat(agent, { content: 'How is it?' });
    expect(reply).toMatchObject({
      ...{ status: 'complete', model: modelOf('second-step'), content: 'I look. Again. Rain.' },
      fallbacks: [{ model: modelOf('first-step'), reason: 'unavailable' }],
    });
    expect(reply?.parts.map(({ type }) => type)).toEqual([
      'text',
      'tool-call',
      'tool-result',
      'text',
      'tool-call',
      'tool-result',
      'text',
    ]);
    expect(askedOf('first-step')).toHaveLength(2);
    expect(askedOf('second-step').map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ['user', 'assistant', 'tool'],
      ['user', 'assistant', 'tool', 'assistant', 'tool'],
    ]);
  });

  test('the history is fitted into the context of the model that answers', async () => {
    const small = `small/${engine}-small`;
    play('small', refuses(400));
    const long = 'A long sentence about nothing in particular. '.repeat(400);
    const agent = await agentWith(small, modelOf('large'));
    const { conversation } = await client.agents.chat(agent, { content: long });
    await client.agents.chat(agent, { content: 'And now?', conversationId: conversation._id });
    expect(askedOf('small').at(-1)?.messages).toHaveLength(1);
    expect(
      askedOf('large')
        .at(-1)
        ?.messages.map(({ content }) => content),
    ).toEqual([long, `Hello from ${nameOf('large')}.`, 'And now?']);
  });

  test('a model that is tried is tried alone', async () => {
    play('tried', refuses(400));
    const agent = await agentWith(modelOf('usual'), modelOf('spare'));
    const settings = { model: modelOf('tried') };
    const { reply } = await failedReply(client.agents.chat(agent, { content: 'Hello', settings }));
    expect(reply).toMatchObject({ model: modelOf('tried'), fallbacks: [] });
    play('usual', refuses(400));
    const other = await client.agents.chat(agent, { content: 'Hello', settings: { temperature: 0 } });
    expect(other.reply).toMatchObject({ model: modelOf('spare') });
  });

  test('the metrics count each failure by its model', async () => {
    play('counted', refuses(400));
    const agent = await agentWith(modelOf('counted'), modelOf('counts'));
    for (let time = 0; time < 2; time += 1) await client.agents.chat(agent, { content: 'Hello' });
    const headers = { authorization: `Bearer ${token}` };
    const { text } = await send(parley.url, { path: '/metrics', headers });
    expect(text).toContain(`parley_model_fallbacks_total{model="${modelOf('counted')}"} 2`);
    expect(text).toContain(`parley_replies_total{model="${modelOf('counts')}",outcome="complete"} 2`);
  });
});
