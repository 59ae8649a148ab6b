import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { service, startService } from '../../../testing/harness.ts';
import * as fake from '../../../testing/servers/fake-provider.ts';
import { answerTokensOf } from '../tokens.ts';

const provider = await fake.startFakeProvider();
afterAll(provider.close);

const keys = { openai: 'sk-openai-never-to-be-seen', anthropic: 'sk-ant-never-to-be-seen' };
const environment = {
  ...provider.environment,
  ...{ OPENAI_API_KEY: keys.openai, OPENAI_BASE_URL: provider.url },
  ...{ ANTHROPIC_API_KEY: keys.anthropic, ANTHROPIC_BASE_URL: provider.url },
};
const system = 'Be brief.';

/** The expected request, per kind of provider. */
const kinds = {
  openai: {
    model: 'openai/gpt-4o',
    answers: fake.says('Good ', 'day.'),
    usage: { inputTokens: 11, outputTokens: 7 },
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${keys.openai}` },
    body: {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: 'Hello\n\nAnybody?' },
      ],
    },
    bound: undefined,
  },
  anthropic: {
    model: 'anthropic/claude-sonnet-4-5',
    answers: fake.saysAsAnthropic(['Good ', 'day.']),
    usage: { inputTokens: 13, outputTokens: 9 },
    path: '/v1/messages',
    headers: { 'x-api-key': keys.anthropic },
    body: {
      system: [{ type: 'text', text: system }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello\n\nAnybody?' }] }],
    },
    bound: 8_000,
  },
  compatible: {
    model: 'fake/any',
    answers: fake.says('Good ', 'day.'),
    usage: { inputTokens: 11, outputTokens: 7 },
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${fake.providerKey}` },
    body: {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: 'Hello\n\nAnybody?' },
      ],
    },
    bound: undefined,
  },
};

describe('providers over the wire', () => {
  const parley = service('sqlite', { environment });
  let client: Parley;
  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  const agentWith = async (model: string) =>
    (await client.agents.create({ name: 'Asks', model, systemPrompt: system, temperature: 0.25 }))._id;
  const nameOf = (model: string) => model.slice(model.indexOf('/') + 1);
  const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

  test.each(Object.entries(kinds))(
    '%s: a refused key fails; the next request sends prompt and settings',
    async (_kind, expected) => {
      const { model, answers, path, headers, body, bound, usage } = expected;
      provider.play(nameOf(model), fake.refuses(401), answers);
      const { _id: id } = await client.conversations.create(await agentWith(model));
      const failure = await failureOf(client.messages.send(id, { content: 'Hello' }));
      expect(failure).toMatchObject({ status: 502, code: 'provider_error' });
      const { details } = failure as { details: unknown[] };
      expect(details).toContainEqual({ path: 'providerStatus', message: '401' });

      const { reply } = await client.messages.send(id, { content: 'Anybody?' });
      expect(reply).toMatchObject({ content: 'Good day.', status: 'complete', finishReason: 'stop', model, usage });
      const asked = provider.asked.at(-1);
      expect(asked).toMatchObject({ path, headers, body: { ...body, temperature: 0.25, stream: true } });
      // Only Anthropic gets a token limit: it refuses a request whose reply may not fit.
      expect([asked?.body['max_tokens'], asked?.body['max_completion_tokens']]).toEqual([bound, undefined]);
      for (const secret of [...Object.values(keys), fake.providerKey]) {
        expect(JSON.stringify(failure) + parley.log()).not.toContain(secret);
      }
    },
  );

  test('a prompt has no empty parts, which Anthropic refuses', async () => {
    const { model, path, body } = kinds.anthropic;
    provider.play(nameOf(model), fake.saysAsAnthropic([]), fake.saysAsAnthropic(['Good day.']));
    const { _id: agent } = await client.agents.create({ name: 'Blank', model, systemPrompt: ' \n' });
    const { _id: conversation } = await client.conversations.create(agent);
    const failure = await failureOf(client.messages.send(conversation, { content: 'Hello' }));
    expect(failure).toMatchObject({ status: 502, message: expect.stringContaining('its answer is empty') });
    await client.messages.send(conversation, { content: 'Anybody?' });
    const asked = provider.asked.at(-1);
    expect(asked).toMatchObject({ path, body: { messages: body.messages } });
    expect(asked?.body).not.toHaveProperty('system');
  });

  test('a model that refuses the temperature is called without it from then on', async () => {
    provider.play('deployment-of-a-thinker', fake.thinksFirst('Good day.'));
    const { _id: id } = await client.conversations.create(await agentWith('fake/deployment-of-a-thinker'));
    for (const content of ['Hello', 'Anybody?']) {
      expect((await client.messages.send(id, { content })).reply).toMatchObject({ content: 'Good day.' });
    }
    const asked = provider.asked.filter(({ model }) => model === 'deployment-of-a-thinker');
    expect(asked.map(({ temperature }) => temperature)).toEqual([0.25, undefined, undefined]);
    // A request that is refused for another reason is not retried.
    provider.play('tempered', fake.refuses(400));
    const { _id: other } = await client.conversations.create(await agentWith('fake/tempered'));
    expect(await failureOf(client.messages.send(other, { content: 'Hello' }))).toMatchObject({ status: 502 });
    expect(provider.asked.filter(({ model }) => model === 'tempered')).toHaveLength(1);
  });

  test('a reply that reaches the token limit is kept with finishReason length', async () => {
    provider.play('claude-haiku-4-5', fake.saysAsAnthropic(['As far as it '], 'max_tokens'));
    const { reply } = await client.agents.chat(await agentWith('anthropic/claude-haiku-4-5'), { message: 'Go' });
    expect(reply).toMatchObject({ content: 'As far as it ', status: 'complete', finishReason: 'length' });
  });

  test('400: an unknown model is refused with the closest names', async () => {
    const wrong = {
      status: 400,
      code: 'validation_failed',
      message: 'Unknown model builtin/ecko. Did you mean builtin/echo?',
      details: [{ path: 'model', message: 'is unknown. Did you mean builtin/echo?' }],
      hint: 'The providers are builtin, openai, anthropic and fake. GET /api/models lists their models.',
    };
    const draft = { name: 'Wrong', model: 'builtin/ecko' };
    expect(await failureOf(client.agents.create(draft))).toMatchObject(wrong);
    const agent = await agentWith('builtin/echo');
    expect(await failureOf(client.agents.update(agent, { model: draft.model }))).toMatchObject(wrong);
    expect(await client.agents.retrieve(agent)).toMatchObject({ model: 'builtin/echo' });
  });
});

test.each([
  ['openai/gpt-4o', 'OPENAI_API_KEY'],
  ['anthropic/claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
])('503: %s without a key says to set %s', async (model, variable) => {
  const parley = await startService('sqlite');
  onTestFinished(parley.close);
  const client = await (await parley.person()).client();
  const { _id: agent } = await client.agents.create({ name: 'Has no key', model });
  const failure = await client.agents.chat(agent, { message: 'Hello' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ status: 503, code: 'provider_not_configured' });
  expect((failure as Error).message).toContain(`its provider has no API key (${variable})`);
});

test('504: a provider that accepts the connection but never answers', async () => {
  // It never answers the TLS handshake, so no connection is established.
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const parley = await startService('sqlite', {
    environment: { PARLEY_PROVIDERS: 'fake', FAKE_BASE_URL: `https://127.0.0.1:${port}/v1` },
    modelLimits: { connect: 200 },
  });
  onTestFinished(async () => {
    await parley.close();
    silent.close();
  });
  const client = await (await parley.person()).client();
  const { _id: agent } = await client.agents.create({ name: 'Waits', model: 'fake/any' });
  const failure = await client.agents.chat(agent, { message: 'Hello' }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ status: 504, code: 'provider_timeout' });
  expect((failure as Error).message).toMatch(/the connection timed out\.$/);
});

test.each([
  [1_000, 250],
  [32_000, 8_000],
  [200_000, 8_000],
])('a context of %i tokens reserves %i for the reply', (context, answer) => {
  expect(answerTokensOf(context)).toBe(answer);
});
