// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { addSources } from '../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../testing/harness.ts';

describe.each(engines)('duplicating agents, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeAll(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  test('a copy has all settings, and neither the external ID nor channels', async () => {
    const [source = ''] = await addSources(parley, alice.workspace, 1);
    const original = await client.agents.create({
      ...{ name: 'Original', description: 'D', systemPrompt: 'P', model: 'builtin/echo', temperature: 0.1 },
      ...{
        answerMode: 'grounded',
        rerank: true,
        fallbackModels: ['openai/b'],
        knowledgeFilter: { metadata: { region: ['eu'] } },
      },
      ...{ knowledgeSources: [source], externalId: 'original', metadata: { team: 'a' } },
    });
    await client.agents.update(original._id, { status: 'inactive' });
    await client.channels.create(original._id, { type: 'page' });
    const copy = await client.agents.duplicate(original._id);
    const { _id, createdAt, updatedAt, ...rest } = original;
    expect(copy).toMatchObject({ ...rest, name: 'Original (copy)', externalId: null, status: 'inactive' });
    expect(await client.agents.retrieve(copy._id)).toEqual(copy);
    expect((await client.channels.list(copy._id)).items).toEqual([]);
    const other = await client.agents.duplicate(original._id, { name: 'Other', externalId: 'other' });
    expect(other).toMatchObject({ name: 'Other', externalId: 'other' });
  });

  test('the longest name is shortened by characters', async () => {
    const { _id } = await client.agents.create({ name: '👍'.repeat(200) });
    expect((await client.agents.duplicate(_id)).name).toBe(`${'👍'.repeat(193)} (copy)`);
  });

  test('a repeat with the same Idempotency-Key makes no second copy', async () => {
    const { _id } = await client.agents.create({ name: 'Repeated' });
    const options = { idempotencyKey: `copy-${engine}` };
    const first = await client.agents.duplicate(_id, {}, options);
    expect(await client.agents.duplicate(_id, {}, options)).toEqual(first);
    expect((await client.agents.list({ name: 'Repeated (copy)' })).items).toHaveLength(1);
  });

  test('409 and 404', async () => {
    const { _id } = await client.agents.create({ name: 'Taken', externalId: 'taken' });
    await expect(client.agents.duplicate(_id, { externalId: 'taken' })).rejects.toMatchObject({
      ...{ status: 409, code: 'external_id_conflict' },
    });
    const stranger = await (await parley.person()).client();
    await expect(stranger.agents.duplicate(_id)).rejects.toMatchObject({ status: 404, code: 'agent_not_found' });
  });
});
