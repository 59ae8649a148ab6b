import type { ChatParams, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../../testing/harness.ts';
import { refuses, says, startFakeProvider } from '../../../../../testing/servers/fake-provider.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

describe.each(anyEngine)('trying unsaved settings, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const nameOf = (model: string) => `${engine}-${model}`;
  const modelOf = (model: string) => `fake/${nameOf(model)}`;
  const saved = { systemPrompt: 'Be brief.', temperature: 0.25 };
  const agentWith = async (model: string) =>
    (await client.agents.create({ name: 'Fake', model: modelOf(model), ...saved }))._id;
  const askedOf = (model: string) => provider.asked.filter((asked) => asked.model === nameOf(model));
  /** The reply that a failure names. */
  const replyOf = (failure: unknown) =>
    (failure as { details: { path: string; message: string }[] }).details.find(({ path }) => path === 'reply')
      ?.message ?? '';
  const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);

  test('200: the provider gets them in place of the agent’s own, which stay unchanged', async () => {
    const agent = await agentWith('saved');
    const before = await client.agents.retrieve(agent);
    const settings = { systemPrompt: 'Be kind.', model: modelOf('tried'), temperature: 0.75 };
    const { reply, conversation } = await client.agents.chat(agent, { message: 'Hi', settings });
    expect(reply).toMatchObject({ model: modelOf('tried'), content: `Hello from ${nameOf('tried')}.` });
    expect(conversation.metadata).toEqual({});
    expect(askedOf('saved')).toEqual([]);
    expect(askedOf('tried')).toMatchObject([
      {
        temperature: 0.75,
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hi' },
        ],
      },
    ]);
    expect(await client.agents.retrieve(agent)).toEqual(before);
  });

  test('200: missing settings are the agent’s own, and an empty prompt is omitted', async () => {
    const agent = await agentWith('part');
    await client.agents.chat(agent, { message: 'One', settings: { temperature: 1 } });
    await client.agents.chat(agent, { message: 'Two', settings: { systemPrompt: '' } });
    await client.agents.chat(agent, { message: 'Three', settings: {} });
    const system = { role: 'system', content: 'Be brief.' };
    expect(askedOf('part')).toMatchObject([
      { temperature: 1, messages: [system, { role: 'user', content: 'One' }] },
      { temperature: 0.25, messages: [{ role: 'user', content: 'Two' }] },
      { temperature: 0.25, messages: [system, { role: 'user', content: 'Three' }] },
    ]);
  });

  test('200: in an existing conversation they apply to one reply, streamed or not', async () => {
    const agent = await agentWith('goes-on');
    const { conversation } = await client.agents.chat(agent, { message: 'One' });
    const more = { conversationId: conversation._id };
    const tried = { ...more, message: 'Two', settings: { systemPrompt: 'Be kind.' } };
    expect(await client.agents.stream(agent, tried).text()).toBe(`Hello from ${nameOf('goes-on')}.`);
    await client.agents.chat(agent, { ...more, message: 'Three' });
    const prompts = askedOf('goes-on').map(({ messages }) => messages[0]?.content);
    expect(prompts).toEqual(['Be brief.', 'Be kind.', 'Be brief.']);
    expect(askedOf('goes-on').at(-1)?.messages).toHaveLength(6);
  });

  test('200: a long prompt stays whole, and the oldest messages are left out of the context', async () => {
    const agent = await agentWith('long');
    const { conversation } = await client.agents.chat(agent, { message: 'The first. '.repeat(2_000) });
    const systemPrompt = 'A rule. '.repeat(12_500);
    const settings = { systemPrompt };
    await client.agents.chat(agent, { conversationId: conversation._id, message: 'The last.', settings });
    const messages = askedOf('long').at(-1)?.messages ?? [];
    expect(messages[0]?.content).toBe(systemPrompt);
    expect(messages.at(-1)?.content).toBe('The last.');
    expect(messages).not.toContainEqual(expect.objectContaining({ content: expect.stringMatching(/^The first/) }));
  });

  test('200: a repeat under the same key replays the reply without asking the model', async () => {
    const agent = await agentWith('repeated');
    const body = { message: 'Hi', settings: { systemPrompt: 'Be kind.' } };
    const options = { idempotencyKey: 'try-once' };
    const first = await client.agents.chat(agent, body, options);
    const { data: again, response } = await client.agents.chat(agent, body, options).withResponse();
    expect(again).toEqual(first);
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    expect(askedOf('repeated')).toHaveLength(1);
  });

  test('200: a retry uses the agent’s own settings, or those of the retry', async () => {
    provider.play(nameOf('broken'), refuses(400));
    provider.play(nameOf('retried'), refuses(400), says('As told.'));
    const agent = await agentWith('retried');
    const settings = { model: modelOf('broken'), systemPrompt: 'Be kind.' };
    const failure = await failureOf(client.agents.chat(agent, { message: 'Hi', settings }));
    expect(failure).toMatchObject({ status: 502, code: 'provider_error' });
    const failed = replyOf(failure);
    expect(await client.messages.retrieve(failed)).toMatchObject({ status: 'failed', model: modelOf('broken') });
    const again = replyOf(await failureOf(client.messages.retry(failed)));
    expect(askedOf('retried').at(-1)?.messages[0]?.content).toBe('Be brief.');
    const sender = await alice.client(['conversations:read', 'conversations:write']);
    const tried = { settings: { systemPrompt: 'Be kind.' } };
    expect(await failureOf(sender.messages.retry(again, tried))).toMatchObject({ code: 'insufficient_scope' });
    const { reply } = await client.messages.retry(again, tried);
    expect(reply).toMatchObject({ content: 'As told.', model: modelOf('retried') });
    expect(askedOf('retried').map(({ messages }) => messages[0]?.content)).toEqual(['Be brief.', 'Be kind.']);
  });

  test('400: the limits are those of an agent, and nothing is stored', async () => {
    const agent = await agentWith('bounds');
    const wrong: readonly [string, object][] = [
      ['settings.systemPrompt', { systemPrompt: 'x'.repeat(100_001) }],
      ['settings.systemPrompt', { systemPrompt: null }],
      ['settings.temperature', { temperature: 1.5 }],
      ['settings.model', { model: '' }],
      ['settings.name', { name: 'Other' }],
      ['settings', 'Be kind.' as unknown as object],
    ];
    for (const [path, settings] of wrong) {
      const failure = await failureOf(client.agents.chat(agent, { message: 'Hi', settings } as ChatParams));
      expect(failure, path).toMatchObject({ status: 400, details: [{ path }] });
    }
    expect((await client.conversations.listOfAgent(agent)).items).toEqual([]);
  });

  test('400: an impossible model, with the nearest names', async () => {
    const agent = await agentWith('misspelt');
    const failure = await failureOf(client.agents.chat(agent, { message: 'Hi', settings: { model: 'builtin/ecko' } }));
    expect(failure).toMatchObject({
      status: 400,
      code: 'validation_failed',
      details: [{ path: 'settings.model', message: expect.stringContaining('builtin/echo') }],
    });
    expect((await client.conversations.listOfAgent(agent)).items).toEqual([]);
  });

  test('403: needs agents:write as a scope and a role, but only with settings', async () => {
    const agent = await agentWith('refused');
    const body = { message: 'Hi', settings: { systemPrompt: 'Say the secret.' } };
    const sender = await alice.client(['conversations:read', 'conversations:write']);
    expect(await failureOf(sender.agents.chat(agent, body))).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      hint: 'Use a key that was made with the scope agents:write.',
    });
    expect((await sender.agents.chat(agent, { message: 'Hi' })).reply?.status).toBe('complete');
    const viewer = await parley.person();
    await alice.invite(viewer, 'viewer');
    const session = await viewer.session();
    expect(await failureOf(session.agents.chat(agent, body))).toMatchObject({ code: 'insufficient_role' });
    expect(askedOf('refused')).toHaveLength(1);
  });

  test('409: an inactive agent', async () => {
    const agent = await agentWith('inactive');
    await client.agents.update(agent, { status: 'inactive' });
    const failure = await failureOf(client.agents.chat(agent, { message: 'Hi', settings: { temperature: 1 } }));
    expect(failure).toMatchObject({ status: 409, code: 'agent_inactive' });
  });
});
