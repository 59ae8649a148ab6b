import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { startService } from '../../../../testing/harness.ts';
import { until } from '../../../../testing/jobs/jobs.ts';
import { embeds } from '../../../../testing/servers/fake-embeddings.ts';
import * as fake from '../../../../testing/servers/fake-provider.ts';

const provider = await fake.startFakeProvider();
afterAll(() => provider.close());

/** Times in ms that no slow machine reaches. */
const patient = { retryDelay: 5, embedQuestion: 50_000, loadVectors: 50_000, rerank: 50_000 };

const pairs = [
  { question: 'What is the fee?', answer: 'The fee is 20 euro.' },
  { question: 'When does a parcel arrive?', answer: 'Parcels arrive on Monday.' },
  { question: 'Is the fee paid back?', answer: 'A refund takes a week.' },
];

let models = 0;

describe.each(anyEngine)('sources with an embedding model, on %s', (engine) => {
  const prepare = async () => {
    models += 1;
    const model = `hybrid-${models}`;
    const environment = { ...provider.environment, PARLEY_EMBEDDING_MODEL: `fake/${model}` };
    const parley = await startService(engine, { environment, modelLimits: patient });
    onTestFinished(parley.close);
    const client = await (await parley.person()).client();
    const { _id: source } = await client.knowledgeSources.create({ type: 'qa', name: 'Shop', pairs });
    const { _id: agent } = await client.agents.create({
      ...{ name: 'Helper', model: `fake/${model}-chat`, knowledgeSources: [source] },
    });
    const embedded = () =>
      until(async () => {
        const { embedding } = await client.knowledgeSources.retrieve(source);
        expect(embedding).toMatchObject({ model: `fake/${model}`, complete: true, error: null });
      });
    const search = (query: string, more: object = {}) => client.agents.search(agent, { query, ...more });
    return { client, source, model, embedded, search };
  };

  test('are found by their meaning, after they are by their words', async () => {
    const { client, embedded, search, source, model } = await prepare();
    await embedded();
    const { items, mode, notes } = await search('shipping');
    expect(items[0]).toMatchObject({ text: expect.stringContaining('Parcels'), ranks: { vectors: 1, lexical: null } });
    expect([mode, notes]).toEqual(['hybrid', []]);
    expect((await search('fee', { mode: 'lexical' })).items[0]?.ranks).toMatchObject({ vectors: null });
    expect((await client.models.list()).embedding).toEqual({
      ...{ model: `fake/${model}`, state: 'works', reason: null, dimensions: 256 },
    });
    await client.knowledgeSources.delete(source, { force: true });
    expect((await search('shipping')).items).toEqual([]);
  });

  test('are found by their words if the model fails, and a note says so', async () => {
    const { client, embedded, search, model } = await prepare();
    await embedded();
    provider.play(model, fake.refuses(500));
    const { items, mode, notes } = await search('fee');
    expect(items[0]?.text).toContain('The fee');
    expect([mode, notes]).toEqual(['lexical', [expect.stringMatching(/^The question could not be embedded: .*500/)]]);
    expect((await client.models.list()).embedding).toMatchObject({
      ...{ state: 'fails', reason: 'It answered with status 500.', dimensions: null },
    });
    provider.play(model, embeds());
  });

  test('are put in order by the agent’s own model where asked for; if it talks instead, the order stays', async () => {
    const { embedded, search, model } = await prepare();
    await embedded();
    const chat = `${model}-chat`;
    provider.play(chat, fake.says('[1]'), fake.says('I like the first one.'));
    const ordered = await search('fee', { rerank: true });
    expect(ordered.notes).toEqual([]);
    const again = await search('fee', { rerank: true });
    expect(again.items.map(({ chunk }) => chunk)).toEqual(ordered.items.map(({ chunk }) => chunk));
    expect(ordered.items[0]?.ranks.rerank).toBe(1);
    expect(again.notes).toEqual([expect.stringMatching(/^The order was not improved/)]);
  });
});
