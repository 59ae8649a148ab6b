// @module-tag sql
import type { MessageEvent, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { service } from '../../../testing/harness.ts';
import {
  type Play,
  refuses,
  says,
  saysAsAnthropic,
  startFakeProvider,
} from '../../../testing/servers/fake-provider.ts';
import { calls, tool } from '../../../testing/servers/fake-tools.ts';
import type { TurnAids } from '../../calling/aids.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const turnAids: TurnAids = {
  toolsOf: async ({ systemPrompt }) => (systemPrompt === 'Use tools.' ? [tool('weather')] : []),
  runTool: async () => ({ content: 'It rains.' }),
};

const responseSchema = {
  type: 'object',
  properties: {
    mood: { type: 'string', enum: ['happy', 'angry'] },
    items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
  },
  required: ['mood'],
  additionalProperties: false,
};
const right = '{"mood":"angry","items":[{"price":1.50}]}';
const wrong = '{"mood":"angry","items":[{"price":"1.50"}]}';

describe.each(engines)('replies in a schema, on %s', (engine) => {
  const anthropic = { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: provider.url };
  const parley = service(engine, { environment: { ...provider.environment, ...anthropic }, turnAids });
  let client: Parley;

  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  const nameOf = (model: string) => `${engine}-${model}`;
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === nameOf(model));
  const agentWith = async (model: string, ...plays: Play[]) => {
    const [first, ...more] = plays;
    if (first !== undefined) provider.play(nameOf(model), first, ...more);
    return (await client.agents.create({ name: 'Reads', model: `fake/${nameOf(model)}`, systemPrompt: 'Read.' }))._id;
  };
  const chat = async (model: string, ...plays: Play[]) => {
    const agent = await agentWith(model, ...plays);
    return client.agents.chat(agent, { content: 'I wait!', responseSchema });
  };
  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error as { code: string; details: { path: string; message: string }[] },
    );
  const collect = async (events: AsyncIterable<MessageEvent>) => {
    const all: MessageEvent[] = [];
    for await (const event of events) all.push(event);
    return all;
  };

  test('a valid answer is the reply, and the model was told the schema twice: in words and by the API', async () => {
    const { reply } = await chat('valid', says(right.slice(0, 9), right.slice(9)));
    expect(reply).toMatchObject({ status: 'complete', content: right, parts: [{ type: 'text', text: right }] });
    const [asked, ...more] = askedOf('valid');
    expect(more).toEqual([]);
    expect(asked?.body['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'response', schema: responseSchema },
    });
    expect(asked?.messages[0]?.content).toMatch(/^Read\.\n\nYour answer is read by a program/);
    expect(asked?.messages[0]?.content).toContain(JSON.stringify(responseSchema));
  });

  test('a wrong answer is told to the model with its first wrong place, and is no part of the reply', async () => {
    const { reply } = await chat('second', says(wrong), says(right));
    expect(reply).toMatchObject({ content: right, parts: [{ type: 'text', text: right }] });
    expect(reply?.usage).toEqual({ inputTokens: 22, outputTokens: 14 });
    const [, , answered, told] = askedOf('second')[1]?.messages ?? [];
    expect(answered).toEqual({ role: 'assistant', content: wrong });
    expect(told).toMatchObject({ role: 'user', content: expect.stringContaining('items.0.price must be a number') });
  });

  test.each([
    ['a place', wrong, 'items.0.price must be a number'],
    ['no JSON', 'I am sorry.', 'it isn’t one JSON object'],
    ['a list', '[1]', 'it isn’t one JSON object'],
    ['half', '{"mood":"ang', 'it isn’t one JSON object'],
    ['a missing field', '{}', 'mood'],
  ])('502: never valid, because of %s: the reply fails, says why and has no text', async (what, answer, why) => {
    const model = `never-${what}`.replaceAll(' ', '-');
    const failure = await failureOf(chat(model, says(answer)));
    expect(failure).toMatchObject({ status: 502, code: 'response_schema_mismatch' });
    const id = failure?.details.find(({ path }) => path === 'reply')?.message ?? '';
    expect(await client.messages.retrieve(id)).toMatchObject({
      ...{ status: 'failed', content: '', parts: [] },
      error: {
        ...{ code: 'response_schema_mismatch', reason: 'schema_mismatch' },
        message: expect.stringContaining(why),
      },
    });
    expect(askedOf(model)).toHaveLength(2);
  });

  test.each([
    ['json', `\`\`\`json\n${right}\n\`\`\``],
    ['no language', `\n\`\`\`\n${right}\n\`\`\`\n`],
    ['white space', `\n  ${right}  \n`],
  ])('a fence or white space around it is left out: %s', async (what, answer) => {
    const { reply } = await chat(`fenced-${what.replaceAll(' ', '-')}`, says(answer));
    expect(reply?.content).toBe(right);
  });

  test('a stream has the text once it is valid, and not before', async () => {
    const agent = await agentWith('streamed', says('Sorry, ', 'no.'), says(right.slice(0, 9), right.slice(9)));
    const events = await collect(client.agents.stream(agent, { content: 'I wait!', responseSchema }));
    expect(events.map(({ type }) => type)).toEqual([
      ...['message.created', 'message.created', 'message.delta', 'message.completed'],
    ]);
    expect(events.find((event) => event.type === 'message.delta')).toMatchObject({ text: right });
  });

  test('a failed reply is retried with a schema, or without', async () => {
    const agent = await agentWith('retried', says(wrong), says(wrong), says(right), says('Any text.'));
    const failure = await failureOf(client.agents.chat(agent, { content: 'I wait!', responseSchema }));
    const id = failure?.details.find(({ path }) => path === 'reply')?.message ?? '';
    const { reply } = await client.messages.retry(id, { responseSchema });
    expect(reply).toMatchObject({ content: right });
    const sent = await client.messages.send(reply?.conversation ?? '', { content: 'And now?' });
    expect(sent.reply?.content).toBe('Any text.');
    expect(askedOf('retried').at(-1)?.body).not.toHaveProperty('response_format');
    provider.play(nameOf('retried'), says(right));
    const again = await client.messages.send(reply?.conversation ?? '', { content: 'Again', responseSchema });
    expect(again.reply?.content).toBe(right);
  });

  test('a model may call tools before; what it says beside the calls is left out', async () => {
    const agent = await agentWith('calls', calls([{ name: 'weather', arguments: '{}' }], 'I look.'), says(right));
    await client.agents.update(agent, { systemPrompt: 'Use tools.' });
    const { reply } = await client.agents.chat(agent, { content: 'I wait!', responseSchema });
    expect(reply?.content).toBe(right);
    expect(reply?.parts.map(({ type }) => type)).toEqual(['tool-call', 'tool-result', 'text']);
  });

  test('a server that refuses the parameter is asked without it, for this schema only', async () => {
    const refusal: Play = (response, asked) => {
      if (!('response_format' in asked.body)) return says(right)(response, asked);
      const error = { message: 'Invalid schema for response_format.', param: 'response_format' };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    };
    for (let time = 0; time < 2; time += 1) expect((await chat('plain', refusal)).reply?.content).toBe(right);
    expect(askedOf('plain').map(({ body }) => 'response_format' in body)).toEqual([true, false, true, false]);
  });

  test('Anthropic gets the schema in its own way', async () => {
    const model = `claude-sonnet-4-5-${engine}`;
    provider.play(model, saysAsAnthropic([right]));
    const agent = await client.agents.create({ name: 'Reads', model: `anthropic/${model}` });
    const { reply } = await client.agents.chat(agent._id, { content: 'I wait!', responseSchema });
    expect(reply?.content).toBe(right);
    const { body } = provider.asked.find((asked) => asked.model === model) ?? {};
    expect(JSON.stringify(body?.['output_config'] ?? body?.['output_format'])).toContain('"mood"');
  });

  test('another model of the agent answers in the schema, too', async () => {
    provider.play(nameOf('broken'), refuses(500));
    const agent = await agentWith('spare', says(right));
    const fallbackModels = [`fake/${nameOf('spare')}`];
    await client.agents.update(agent, { model: `fake/${nameOf('broken')}`, fallbackModels });
    const { reply } = await client.agents.chat(agent, { content: 'I wait!', responseSchema });
    expect(reply).toMatchObject({ content: right, model: `fake/${nameOf('spare')}` });
  });

  test.each<[string, object, string]>([
    ['no type', {}, 'responseSchema'],
    ['a list', { type: 'array' }, 'responseSchema'],
    [
      'a foreign reference',
      { type: 'object', properties: { a: { $ref: 'https://example.com/a' } } },
      'properties.a.$ref',
    ],
    ['a wrong keyword', { type: 'object', required: 'mood' }, 'responseSchema.required'],
    ['a large one', { type: 'object', description: 'x'.repeat(33_000) }, 'responseSchema'],
  ])('400: %s, and nothing is stored', async (_, schema, path) => {
    const agent = await agentWith('unasked');
    const { _id: id } = await client.conversations.create(agent);
    for (const call of [
      () => client.agents.chat(agent, { content: 'Hi', responseSchema: { ...schema } }),
      () => client.messages.send(id, { content: 'Hi', responseSchema: { ...schema } }),
      () => client.messages.retry('msg_none', { responseSchema: { ...schema } }),
    ]) {
      expect(await failureOf(call())).toMatchObject({
        ...{ status: 400, code: 'validation_failed' },
        details: [{ path: expect.stringContaining(path) }],
      });
    }
    expect((await client.messages.list(id)).items).toEqual([]);
    expect(askedOf('unasked')).toEqual([]);
  });

  test('400: a grounded agent, unless the reply is tried as open', async () => {
    const agent = await agentWith('grounded', says(right));
    await client.agents.update(agent, { answerMode: 'grounded' });
    expect(await failureOf(client.agents.chat(agent, { content: 'Hi', responseSchema }))).toMatchObject({
      details: [{ path: 'responseSchema', message: expect.stringContaining('`answerMode`') }],
    });
    const settings = { answerMode: 'open' } as const;
    const { reply } = await client.agents.chat(agent, { content: 'Hi', responseSchema, settings });
    expect(reply?.content).toBe(right);
  });
});
