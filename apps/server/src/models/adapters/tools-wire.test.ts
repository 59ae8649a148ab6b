import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { service } from '../../../testing/harness.ts';
import * as fake from '../../../testing/servers/fake-provider.ts';
import { calls, callsAsAnthropic, tool } from '../../../testing/servers/fake-tools.ts';

const provider = await fake.startFakeProvider();
afterAll(provider.close);

const environment = {
  ...provider.environment,
  ...{ OPENAI_API_KEY: 'sk-openai', OPENAI_BASE_URL: provider.url },
  ...{ ANTHROPIC_API_KEY: 'sk-ant', ANTHROPIC_BASE_URL: provider.url },
};

const made = [
  { name: 'weather', arguments: '{"city":"Oslo"}' },
  { name: 'clock', arguments: '' },
];
const weather = tool('weather', 'Tells the weather.');
const clock = tool('clock', 'Tells the time.');
const question = 'How is it in Oslo?';
const heard = 'Let me look.';

/** OpenAI's messages of the second request. */
const openaiMessages = [
  { role: 'user', content: question },
  {
    role: 'assistant',
    content: heard,
    tool_calls: [
      {
        ...{ id: 'call_weather_0', type: 'function' },
        function: { name: 'weather', arguments: '{"city":"Oslo"}' },
      },
      { id: 'call_clock_1', type: 'function', function: { name: 'clock', arguments: '{}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call_weather_0', content: 'weather: {"city":"Oslo"}' },
  { role: 'tool', tool_call_id: 'call_clock_1', content: 'There is no clock.' },
];
const openaiTools = [weather, clock].map(({ name, description, inputSchema: parameters }) => ({
  type: 'function',
  function: { name, description, parameters },
}));
const openai = {
  step: calls(made, heard),
  end: fake.says('It rains.'),
  usage: { inputTokens: 22, outputTokens: 14 },
  first: { messages: [{ role: 'user', content: question }], tools: openaiTools, tool_choice: 'auto' },
  second: { messages: openaiMessages, tools: openaiTools, tool_choice: 'auto' },
  words: { tools: openaiTools, tool_choice: 'none' },
};
const anthropicTools = [weather, clock].map(({ name, description, inputSchema }) => ({
  ...{ name, description },
  input_schema: inputSchema,
}));

/** The expected requests, per kind of provider. */
const kinds = {
  openai: { model: 'openai/gpt-4o', ...openai },
  compatible: { model: 'fake/calls', ...openai },
  anthropic: {
    model: 'anthropic/claude-sonnet-4-5',
    step: callsAsAnthropic(made, heard),
    end: fake.saysAsAnthropic(['It rains.']),
    usage: { inputTokens: 26, outputTokens: 18 },
    first: { tools: anthropicTools, tool_choice: { type: 'auto' } },
    second: {
      tools: anthropicTools,
      messages: [
        { role: 'user', content: [{ type: 'text', text: question }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: heard },
            { type: 'tool_use', id: 'toolu_weather_0', name: 'weather', input: { city: 'Oslo' } },
            { type: 'tool_use', id: 'toolu_clock_1', name: 'clock', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'toolu_weather_0', content: 'weather: {"city":"Oslo"}' },
            { type: 'tool_result', tool_use_id: 'toolu_clock_1', content: 'There is no clock.', is_error: true },
          ],
        },
      ],
    },
    words: { tools: anthropicTools, tool_choice: { type: 'none' } },
  },
};

interface Called {
  readonly tool_calls?: unknown;
  readonly role: string;
  readonly reasoning_content?: string;
}

/** The messages of a request that call tools, with their thoughts. */
function calledIn({ body }: fake.Asked) {
  const messages = body['messages'] as readonly Called[];
  const question = messages.findLastIndex(({ role }) => role === 'user');
  return messages.flatMap(({ tool_calls, reasoning_content: thoughts }, index) =>
    tool_calls === undefined ? [] : [{ thoughts, isOwn: index > question }],
  );
}

/** Calls the weather after thoughts in their field, under an ID that is the same in each step. */
const thinks =
  (thoughts: string, step: number): fake.Play =>
  (response) => {
    const call = {
      index: 0,
      id: 'call_0',
      type: 'function',
      function: { name: 'weather', arguments: `{"step":${step}}` },
    };
    const called = fake.event({ delta: { tool_calls: [call] }, finish_reason: null });
    fake.begin(response).end((thoughts === '' ? '' : fake.thought(thoughts)) + called + fake.ending('tool_calls'));
  };

/** Refuses a request with a message that calls tools and that a rule forbids, in the words of DeepSeek. */
const refusing =
  (play: fake.Play, isWrong: (called: ReturnType<typeof calledIn>[number]) => boolean): fake.Play =>
  (response, asked) => {
    if (!calledIn(asked).some(isWrong)) return play(response, asked);
    const message = 'The `reasoning_content` in the thinking mode must be passed back to the API.';
    const error = { message, type: 'invalid_request_error', param: null, code: 'invalid_request_error' };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };

describe('tools over the wire', () => {
  const parley = service('sqlite', {
    environment,
    turnAids: {
      toolsOf: async () => [weather, clock],
      runTool: async ({ name, arguments: given }) =>
        name === 'clock'
          ? { content: 'There is no clock.', isError: true }
          : { content: `${name}: ${JSON.stringify(given)}` },
    },
  });
  let client: Parley;
  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  const nameOf = (model: string) => model.slice(model.indexOf('/') + 1);
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === nameOf(model));
  const agentWith = async (model: string) => (await client.agents.create({ name: 'Calls', model }))._id;

  test.each(Object.entries(kinds))('%s: calls and results travel in the provider’s format', async (_kind, expected) => {
    const { model, step, end, usage, first, second } = expected;
    provider.play(nameOf(model), step, end);
    const before = askedOf(model).length;
    const { reply } = await client.agents.chat(await agentWith(model), { message: question });
    expect(reply).toMatchObject({
      content: 'Let me look.\n\nIt rains.',
      status: 'complete',
      finishReason: 'stop',
      usage,
    });
    expect(reply?.parts.map(({ type }) => type)).toEqual([
      ...['text', 'tool-call', 'tool-call'],
      ...['tool-result', 'tool-result', 'text'],
    ]);
    const asked = askedOf(model).slice(before);
    expect(asked.map(({ body }) => body)).toMatchObject([first, second]);
  });

  test('thoughts of a step go back within their reply, to a server that gave them in their field', async () => {
    const steps = [thinks('First.', 1), thinks('', 2), fake.says('It rains.')] as const;
    const strict = (play: fake.Play): fake.Play =>
      refusing(play, ({ isOwn, thoughts }) => isOwn !== (thoughts !== undefined));
    provider.play('deep', strict(steps[0]), ...steps.slice(1).map(strict), strict(fake.says('Bye.')));
    const agent = await agentWith('fake/deep');
    const { conversation, reply } = await client.agents.chat(agent, { message: question });
    expect(reply).toMatchObject({ content: 'It rains.', status: 'complete' });
    const thoughtsOf = (asked: fake.Asked) => calledIn(asked).map(({ thoughts }) => thoughts);
    expect(askedOf('fake/deep').map(thoughtsOf)).toEqual([[], ['First.'], ['First.', '']]);
    // Of earlier replies the calls alone are sent.
    const next = await client.messages.send(conversation._id, { content: 'And now?' });
    expect(next.reply).toMatchObject({ content: 'Bye.', status: 'complete' });
    expect(askedOf('fake/deep').slice(3).map(thoughtsOf)).toEqual([[undefined, undefined]]);
  });

  test('a server that wants thoughts of earlier replies, too, gets empty ones, and is remembered', async () => {
    const strict = (play: fake.Play): fake.Play => refusing(play, ({ thoughts }) => thoughts === undefined);
    provider.play('newer', thinks('First.', 1), strict(fake.says('It rains.')), strict(fake.says('Bye.')));
    const agent = await agentWith('fake/newer');
    const { conversation } = await client.agents.chat(agent, { message: question });
    for (const message of ['And now?', 'And then?']) {
      const { reply } = await client.messages.send(conversation._id, { content: message });
      // The first play is used up by the refusal.
      expect(reply).toMatchObject({ content: 'Bye.', status: 'complete' });
    }
    const asked = askedOf('fake/newer').map((each) => calledIn(each).map(({ thoughts }) => thoughts));
    expect(asked).toEqual([[], ['First.'], [undefined], [''], ['']]);
  });

  test('a server that refuses thoughts gets none, and those between tags aren’t sent back', async () => {
    const strict = (play: fake.Play): fake.Play => refusing(play, ({ thoughts }) => thoughts !== undefined);
    provider.play('shy', thinks('First.', 1), strict(fake.says('Never.')), strict(fake.says('It rains.')));
    const { reply } = await client.agents.chat(await agentWith('fake/shy'), { message: question });
    expect(reply).toMatchObject({ content: 'It rains.', status: 'complete' });
    provider.play('tags', calls([{ name: 'weather', arguments: '{}' }], '<think>Hm.</think>'), fake.says('It rains.'));
    await client.agents.chat(await agentWith('fake/tags'), { message: question });
    const asked = [...askedOf('fake/shy'), ...askedOf('fake/tags')].flatMap(calledIn);
    expect(asked.map(({ thoughts }) => thoughts)).toEqual(['First.', undefined, undefined]);
  });

  test.each(Object.entries(kinds))('%s: the last step offers tools that may not be called', async (_kind, expected) => {
    const { model, step, words } = expected;
    provider.play(nameOf(model), step);
    const before = askedOf(model).length;
    const { reply } = await client.agents.chat(await agentWith(model), { message: question });
    const asked = askedOf(model).slice(before);
    expect(asked).toHaveLength(8);
    expect(asked.at(-1)?.body).toMatchObject(words);
    // This model calls a tool nevertheless: the call is ignored.
    expect(reply).toMatchObject({ status: 'complete', finishReason: 'tool-calls' });
    expect(reply?.parts.filter(({ type }) => type === 'tool-call')).toHaveLength(14);
    expect(reply?.parts.filter(({ type }) => type === 'tool-result')).toHaveLength(14);
  });
});
