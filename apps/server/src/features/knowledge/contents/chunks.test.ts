// @module-tag sql
import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { documentRows } from '../../../../testing/fixtures/source-rows.ts';
import { service } from '../../../../testing/harness.ts';
import { statement } from '../../../storage/unit.ts';

describe.each(engines)('the chunks of a source, on %s', (engine) => {
  const parley = service(engine);
  let client: Parley;
  let id: string;
  const total = 60;

  beforeAll(async () => {
    const alice = await parley.person();
    client = await alice.client();
    id = (await client.knowledgeSources.create({ type: 'qa', name: 'Questions' }))._id;
    await client.knowledgeSources.waitUntilReady(id);
    // Every second number: those of chunks that were replaced are not used again.
    const rows = Array.from({ length: total }, (_, index) =>
      documentRows(parley.db, { workspace: alice.workspace, source: id, number: 2 * index, text: `Passage ${index}.` }),
    );
    const serve = parley.db.query.updateTable('knowledge_sources').set({ version: 1 }).where('id', '=', id);
    await parley.db.write([...rows.flat(), statement(serve)]);
  });

  test('200: begin at a number, and go on by cursor', async () => {
    const first = await client.knowledgeSources.chunks.list(id, { from: 51, limit: 10, includeTotal: true });
    expect(first.items[0]).toMatchObject({ number: 52, text: 'Passage 26.' });
    expect(first.total).toBe(total - 26);
    const numbers: number[] = [];
    for await (const { number } of client.knowledgeSources.chunks.list(id, { from: 52, limit: 10 }))
      numbers.push(number);
    expect(numbers).toEqual(Array.from({ length: total - 26 }, (_, index) => 52 + 2 * index));
  });

  test('200: the list is empty behind the last one', async () => {
    expect((await client.knowledgeSources.chunks.list(id, { from: 2 * total })).items).toEqual([]);
    const { items } = await client.knowledgeSources.chunks.list(id, { from: 1_000_000_000_000 });
    expect(items).toEqual([]);
  });

  test('400: another beginning is another list', async () => {
    const { nextCursor } = await client.knowledgeSources.chunks.list(id, { from: 10, limit: 2 });
    const other = { from: 12, limit: 2, cursor: nextCursor ?? '' };
    await expect(client.knowledgeSources.chunks.list(id, other)).rejects.toMatchObject({ code: 'cursor_invalid' });
    await expect(client.knowledgeSources.chunks.list(id, { from: -1 })).rejects.toMatchObject({ status: 400 });
  });
});
