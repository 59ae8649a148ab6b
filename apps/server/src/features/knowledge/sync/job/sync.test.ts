// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../../testing/databases/engines.ts';
import { type Person, service } from '../../../../../testing/harness.ts';

const patient = { timeout: 60_000, interval: 25 };

describe.each(engines)('syncs, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let client: Parley;

  beforeEach(async () => {
    alice = await parley.person();
    client = await alice.client();
  });

  const settled = (id: string) =>
    vi.waitFor(async () => {
      const source = await client.knowledgeSources.retrieve(id);
      expect(['ready', 'failed']).toContain(source.status);
      return source;
    }, patient);
  const text = async (content: string) => {
    const { _id } = await client.knowledgeSources.create({ type: 'text', name: 'Shipping', text: content });
    return settled(_id);
  };
  const chunksOf = async (id: string) => (await client.knowledgeSources.chunks.list(id)).items;

  test('a text becomes a document with chunks that know their headings and places', async () => {
    const content = '# Shipping\n\nWe ship within two days.\n\n## Abroad\n\nIt takes a week.';
    const source = await text(content);
    expect(source).toMatchObject({
      ...{ status: 'ready', version: 1, documentCount: 1, chunkCount: 2, error: null },
      ...{ progress: null, review: null, contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const chunks = await chunksOf(source._id);
    expect(chunks.map(({ headings }) => headings)).toEqual([['Shipping'], ['Shipping', 'Abroad']]);
    for (const { start, end, text: part } of chunks) expect(end - start).toBe(part.length);
    const { items } = await client.knowledgeSources.syncs.list(source._id);
    expect(items).toMatchObject([{ outcome: 'ready', cause: 'created', version: 1, facts: { added: 1, chunks: 2 } }]);
  });

  test('an unchanged text is not indexed again, and a changed one replaces the old one', async () => {
    const { _id: id, contentHash } = await text('One.');
    await client.knowledgeSources.sync(id);
    expect(await settled(id)).toMatchObject({ version: 1, contentHash });
    const [before] = await chunksOf(id);
    await client.knowledgeSources.update(id, { text: 'Two.' });
    const after = await settled(id);
    expect(after.version).toBeGreaterThan(1);
    expect(after.contentHash).not.toBe(contentHash);
    const chunks = await chunksOf(id);
    expect(chunks.map(({ text: part }) => part)).toEqual(['Two.']);
    expect(chunks[0]?.number).toBeGreaterThan(before?.number ?? 0);
    const { items } = await client.knowledgeSources.syncs.list(id);
    expect(items.map(({ outcome }) => outcome)).toEqual(['ready', 'unchanged', 'ready']);
    await vi.waitFor(async () => {
      const left = await parley.db.read(
        parley.db.query.selectFrom('knowledge_chunks').select('number').where('source_id', '=', id),
      );
      expect(left).toHaveLength(1);
    }, patient);
  });

  test('pairs are documents of one chunk; only those that changed are indexed again', async () => {
    const pairs = Array.from({ length: 5 }, (_, index) => ({ question: `Q${index}?`, answer: `A${index}.` }));
    const { _id: id } = await client.knowledgeSources.create({ type: 'qa', name: 'Questions', pairs });
    expect(await settled(id)).toMatchObject({ status: 'ready', documentCount: 5, chunkCount: 5 });
    const [first, second] = (await client.knowledgeSources.pairs.list(id, { sort: 'createdAt' })).items;
    await client.knowledgeSources.pairs.update({ knowledgeSourceId: id, pairId: first?._id ?? '' }, { answer: 'New.' });
    await client.knowledgeSources.pairs.delete({ knowledgeSourceId: id, pairId: second?._id ?? '' });
    await vi.waitFor(async () => {
      expect(await settled(id)).toMatchObject({ status: 'ready', documentCount: 4 });
      expect((await chunksOf(id)).map(({ text: part }) => part).sort()).toEqual(['A2.', 'A3.', 'A4.', 'New.']);
    }, patient);
  });

  test('a chunk that is off stays off as long as its text is unchanged', async () => {
    const { _id: id } = await text('# A\n\nOne.\n\n# B\n\nTwo.');
    const [one, two] = await chunksOf(id);
    const off = { knowledgeSourceId: id, number: one?.number ?? 0 };
    expect(await client.knowledgeSources.chunks.update(off, { enabled: false })).toMatchObject({ enabled: false });
    expect(two?.enabled).toBe(true);
    await client.knowledgeSources.update(id, { text: '# A\n\nOne.\n\n# B\n\nThree.' });
    await settled(id);
    expect((await chunksOf(id)).map(({ enabled }) => enabled)).toEqual([false, true]);
    await expect(client.knowledgeSources.chunks.update(off, { enabled: true })).rejects.toMatchObject({
      code: 'chunk_not_found',
    });
  });

  test('a text without words fails in words, and what served before serves on', async () => {
    const empty = await text(' \n ');
    expect(empty).toMatchObject({ status: 'failed', error: { code: 'no_text' }, version: 0 });
    const { _id: id } = await text('One.');
    await client.knowledgeSources.update(id, { text: ' \n ' });
    expect(await settled(id)).toMatchObject({ status: 'failed', error: { code: 'no_text' }, version: 1 });
    expect((await chunksOf(id)).map(({ text: part }) => part)).toEqual(['One.']);
    await client.knowledgeSources.update(id, { text: 'Two.' });
    expect(await settled(id)).toMatchObject({ status: 'ready', error: null });
  });
});
