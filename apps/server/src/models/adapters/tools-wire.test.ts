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
