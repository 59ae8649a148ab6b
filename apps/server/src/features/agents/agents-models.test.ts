import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { type Person, service } from '../../../testing/harness.ts';
import { startFakeProvider } from '../../../testing/servers/fake-provider.ts';

/** An endpoint that takes any name, and lists none. */
const provider = await startFakeProvider();
afterAll(() => provider.close());

describe.each(anyEngine)('the models of agents, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;
  let owner: Person;

  beforeAll(async () => {
    owner = await parley.person();
    client = await owner.client();
  });

  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );
  const refusal = (message: string) => ({ status: 400, code: 'validation_failed', message });

  /** Stores a name as older versions did. */
  const store = async (id: string, model: string) => {
    const { query, write } = parley.db;
    const { sql, parameters } = query
      .updateTable('agents')
      .set({ model, json_version: null })
      .where('id', '=', id)
      .compile();
    await write([{ sql, parameters }]);
  };

  test.each([
    ['opnai/gpt-4o', 'Unknown model opnai/gpt-4o. Did you mean openai/gpt-4o?'],
    ['nope/x', 'Unknown model nope/x.'],
    ['/x', 'Unknown model /x.'],
    ['fake/', 'Unknown model fake/.'],
    ['ecko', 'Unknown model ecko. Did you mean builtin/echo or fake/ecko?'],
  ])('400: %s, wherever it is set; no provider sees the prompt', async (model, message) => {
    const { _id: id } = await client.agents.create({ name: 'Refuses', model: 'builtin/echo' });
    const details = [{ path: 'model', message: expect.stringMatching(/^is unknown/) }];
    expect(await failureOf(client.agents.create({ name: 'Wrong', model }))).toMatchObject({
      ...refusal(message),
      ...{ details, hint: expect.stringContaining('GET /api/models') },
    });
    expect(await failureOf(client.agents.update(id, { model }))).toMatchObject({ ...refusal(message), details });
    expect(await failureOf(client.agents.chat(id, { message: 'A secret', settings: { model } }))).toMatchObject({
      ...refusal(message),
      details: [{ path: 'settings.model' }],
    });
    expect(await client.agents.retrieve(id)).toMatchObject({ model: 'builtin/echo' });
    expect(provider.asked).toEqual([]);
  });

  test('a bare name is stored with its provider, and found by both', async () => {
    const agent = await client.agents.create({ name: 'Bare', model: 'echo' });
    expect(agent.model).toBe('builtin/echo');
    expect(await client.agents.update(agent._id, { model: 'extract' })).toMatchObject({ model: 'builtin/extract' });
    expect(await client.agents.update(agent._id, { model: 'echo' })).toMatchObject({ model: 'builtin/echo' });
    const { reply } = await client.agents.chat(agent._id, { message: 'Hello', settings: { model: 'extract' } });
    expect(reply?.model).toBe('builtin/extract');
    const old = await client.agents.create({ name: 'Old' });
    await store(old._id, 'echo');
    for (const [model, names] of [
      ['echo', ['Old', 'Bare']],
      ['builtin/echo', ['Bare']],
      ['unheard-of', []],
    ] as const) {
      const { items } = await client.agents.list({ model, q: 'a' });
      const all = (await client.agents.list({ model })).items.map(({ name }) => name);
      expect(
        all.filter((name) => ['Old', 'Bare'].includes(name)),
        model,
      ).toEqual(names);
      expect(items.length).toBeLessThanOrEqual(all.length);
    }
  });

  test('a name that older versions stored can be read, echoed and edited, and its turns use the one provider that has it', async () => {
    const { _id: id } = await client.agents.create({ name: 'Old' });
    await store(id, 'echo');
    const read = await client.agents.retrieve(id);
    expect(read.model).toBe('echo');
    expect(await client.agents.update(id, { ...read, name: 'Older' })).toMatchObject({ name: 'Older', model: 'echo' });
    expect((await client.agents.chat(id, { message: 'Hello' })).reply).toMatchObject({ content: 'Hello' });
    expect((await client.agents.chat(id, { message: 'Hi', settings: { model: 'echo' } })).reply?.content).toBe('Hi');
  });

  test('503: a stored name without a provider goes to no other provider', async () => {
    const { _id: id } = await client.agents.create({ name: 'Old' });
    for (const model of ['meta-llama/Llama-3', 'llama3', '/x']) {
      await store(id, model);
      const failure = await failureOf(client.agents.chat(id, { message: 'A secret' }));
      expect(failure).toMatchObject({ status: 503, code: 'provider_not_configured' });
      expect((failure as Error).message).toBe(
        `The model ${model} did not complete its reply: no configured provider has it.`,
      );
    }
    expect(provider.asked).toEqual([]);
  });

  describe('fallbacks', () => {
    const details = (index: number, message: string) => [
      { path: `fallbackModels.${index}`, message: expect.stringContaining(message) },
    ];
    const create = (fallbackModels: string[], model?: string) =>
      client.agents.create({ name: 'Careful', fallbackModels, ...(model !== undefined && { model }) });

    test('are stored under their whole names, in order, and removed by an empty list', async () => {
      const agent = await create(['fake/b', 'extract', 'openai/c'], 'builtin/echo');
      expect(agent.fallbackModels).toEqual(['fake/b', 'builtin/extract', 'openai/c']);
      const updated = await client.agents.update(agent._id, { fallbackModels: ['openai/c', 'extract'] });
      expect(updated).toMatchObject({ model: 'builtin/echo', fallbackModels: ['openai/c', 'builtin/extract'] });
      expect((await client.agents.duplicate(agent._id, {})).fallbackModels).toEqual(updated.fallbackModels);
      expect((await client.agents.update(agent._id, { fallbackModels: [] })).fallbackModels).toEqual([]);
    });

    test('400: an unknown name, one that comes twice, the model itself, more than three', async () => {
      const agent = await create(['builtin/extract'], 'builtin/echo');
      for (const [fallbackModels, wrong] of [
        [['fake/a', 'opnai/gpt'], details(1, 'is unknown')],
        [['extract', 'builtin/extract'], details(1, 'repeats builtin/extract')],
        [['fake/a', 'echo'], details(1, 'must differ from `model`')],
        [['fake/a', 'fake/a'], [{ path: 'fallbackModels' }]],
        [['fake/a', 'fake/b', 'fake/c', 'fake/d'], [{ path: 'fallbackModels' }]],
      ] as const) {
        const refused = { status: 400, code: 'validation_failed', details: wrong };
        expect(await failureOf(create([...fallbackModels], 'builtin/echo')), wrong.join()).toMatchObject(refused);
        expect(await failureOf(client.agents.update(agent._id, { fallbackModels: [...fallbackModels] }))).toMatchObject(
          refused,
        );
      }
      expect(await failureOf(create(['builtin/extract']))).toMatchObject({ details: details(0, 'must differ') });
      expect(await failureOf(client.agents.update(agent._id, { model: 'extract' }))).toMatchObject({
        details: details(0, 'must differ'),
      });
      const both = { model: 'extract', fallbackModels: ['echo'] };
      expect(await client.agents.update(agent._id, both)).toMatchObject({
        ...{ model: 'builtin/extract', fallbackModels: ['builtin/echo'] },
      });
    });

    test('that are stored are accepted though no provider has them, so that a read can be sent back', async () => {
      const agent = await create(['fake/a'], 'builtin/echo');
      const { query, write } = parley.db;
      const old = JSON.stringify(['gone/model', 'fake/a']);
      const { sql, parameters } = query
        .updateTable('agents')
        .set({ fallback_models: old, json_version: null })
        .where('id', '=', agent._id)
        .compile();
      await write([{ sql, parameters }]);
      const read = await client.agents.retrieve(agent._id);
      expect((await client.agents.update(agent._id, read)).fallbackModels).toEqual(['gone/model', 'fake/a']);
    });
  });
});
