// @module-tag sql
import { afterAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { databaseOf } from '../../../testing/databases/migrated-database.ts';
import { documentRows, sourceRows, workspaceRows } from '../../../testing/fixtures/knowledge-rows.ts';
import { isComplete, testVectors } from '../../../testing/fixtures/vectors.ts';
import { until } from '../../../testing/jobs/jobs.ts';
import { embeddingOf, embeds } from '../../../testing/servers/fake-embeddings.ts';
import * as fake from '../../../testing/servers/fake-provider.ts';
import { statement } from '../../storage/unit.ts';

const provider = await fake.startFakeProvider();
afterAll(() => provider.close());

const words = ['apple', 'bridge', 'castle', 'dragon', 'engine', 'forest', 'guitar', 'harbour', 'island', 'jungle'];

/** A text of words that differ by its number. */
const textOf = (number: number) =>
  [number, number * 7, Math.floor(number / 3)].map((each) => `${words[each % words.length]}${each % 31}`).join(' ');

const texts = (count: number, from = 0) => Array.from({ length: count }, (_, at) => textOf(from + at));

/** The numbers of the nearest texts by 64-bit floats. */
function exactly(all: readonly string[], question: string, limit: number): number[] {
  const query = embeddingOf(question);
  const scored = all.map((text, number) => {
    const vector = embeddingOf(text);
    return { number, score: vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0) };
  });
  return scored
    .sort((one, other) => other.score - one.score || one.number - other.number)
    .slice(0, limit)
    .map(({ number }) => number);
}

describe.each(engines)('search by vectors, on %s', (engine) => {
  const database = databaseOf(engine);

  const prepare = async (documents: Parameters<typeof sourceRows>[2]['documents'], options = {}) => {
    const db = database();
    const workspace = await workspaceRows(db);
    const source = await sourceRows(db, workspace, { documents });
    return { db, workspace, source, ...testVectors(db, provider, options) };
  };

  test('finds the chunks whose vectors are nearest, in the order of exact numbers', async () => {
    const all = texts(400);
    const { workspace, source, enqueue, noted, vectors } = await prepare([{ texts: all }]);
    await enqueue(workspace, source);
    await noted(source, isComplete);
    for (const question of ['apple3', 'a bridge11 in the forest4', textOf(77)]) {
      const found = await vectors.search([{ id: source, version: 1 }], question, { limit: 10 });
      if ('unavailable' in found) throw new Error(found.unavailable);
      const best = exactly(all, question, 10);
      expect(found.filter(({ chunk }) => best.includes(chunk)).length).toBeGreaterThanOrEqual(9);
      expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
    }
  });

  test('finds what means the same in other words', async () => {
    const facts = ['The fee is 20 euro.', 'Refunds take a week.', 'Parcels arrive on Monday.'];
    const { workspace, source, enqueue, noted, found } = await prepare([{ title: 'Shop', texts: facts }]);
    await enqueue(workspace, source);
    await noted(source, isComplete);
    expect(await found([source], 'How expensive?', { limit: 1 })).toEqual([`${source} 0`]);
    expect(await found([source], 'shipping', { limit: 1 })).toEqual([`${source} 2`]);
  });

  test('says so while nothing is embedded, and has nothing to find without sources', async () => {
    const { source, found } = await prepare([{ texts: ['one'] }]);
    expect(await found([source], 'one')).toBe('The sources are not embedded yet.');
    expect(await found([], 'one')).toEqual([]);
  });

  test('reaches the given sources only, and of them what serves, is switched on and not deleted', async () => {
    const db = database();
    const workspace = await workspaceRows(db);
    const document = { title: '', texts: ['the same text', 'the same text'] };
    const old = { ...document, until: 1, texts: ['the same text, formerly'] };
    const source = await sourceRows(db, workspace, { documents: [document, old] });
    const other = await sourceRows(db, workspace, { documents: [document] });
    const { enqueue, noted, found } = testVectors(db, provider);
    await enqueue(workspace, source, other);
    await noted(source, isComplete);
    await noted(other, isComplete);
    expect(await found([source], 'the same text')).toEqual([`${source} 0`, `${source} 1`]);
    const names = (id: string) => [`${id} 0`, `${id} 1`];
    expect(await found([source, other], 'the same text')).toEqual([...names(source), ...names(other)]);
    expect(await found([other, source], 'the same text')).toEqual([...names(other), ...names(source)]);
    const set = (enabled: number) =>
      db.write([
        statement(
          db.query
            .updateTable('knowledge_chunks')
            .set({ enabled })
            .where('source_id', '=', source)
            .where('number', '=', 0),
        ),
      ]);
    await set(0);
    expect(await found([source], 'the same text')).toEqual([`${source} 1`]);
    expect(await found([source], 'the same text', { limit: 1 })).toEqual([`${source} 1`]);
    await set(1);
    expect(await found([source], 'the same text')).toHaveLength(2);
    await db.write([
      statement(db.query.updateTable('knowledge_sources').set({ deleted_at: 5 }).where('id', '=', source)),
    ]);
    expect(await found([source, other], 'the same text')).toEqual([`${other} 0`, `${other} 1`]);
    expect(await found([source], 'the same text')).toBe('The sources are not embedded yet.');
  });

  test('follows a new version: what it adds is found, what it lacks is not, and the rest is not read again', async () => {
    const { db, workspace, source, enqueue, noted, found, note } = await prepare([{ texts: texts(100) }]);
    await enqueue(workspace, source);
    await noted(source, isComplete);
    expect(await found([source], textOf(5), { limit: 1 })).toEqual([`${source} 5`]);
    await documentRows(db, { workspace, source, first: 100, document: { since: 2, texts: ['zebra crossing'] } });
    const swap = (version: number) =>
      db.write([statement(db.query.updateTable('knowledge_sources').set({ version }).where('id', '=', source))]);
    await swap(2);
    await enqueue(workspace, source);
    await noted(source, ({ complete, done }) => complete && done === 101);
    expect(await found([source], 'zebra crossing', { limit: 1, version: 2 })).toEqual([`${source} 100`]);
    expect(await found([source], textOf(5), { limit: 1, version: 2 })).toEqual([`${source} 5`]);
    await db.write([
      statement(
        db.query
          .updateTable('knowledge_documents')
          .set({ until: 3 })
          .where('source_id', '=', source)
          .where('since', '=', 1),
      ),
    ]);
    await swap(3);
    await enqueue(workspace, source);
    await noted(source, ({ complete, done }) => complete && done === 1);
    expect(await found([source], textOf(5), { limit: 5, version: 3 })).toEqual([`${source} 100`]);
    expect(await note(source)).toMatchObject({ done: 1, total: 1, error: null });
  });

  test('embeds a question once, and says so if that takes too long or fails', async () => {
    const { workspace, source, enqueue, noted, found, asked, model } = await prepare([{ texts: ['one'] }], {
      limits: { queryMs: 50, coolDownMs: 60_000 },
    });
    await enqueue(workspace, source);
    await noted(source, isComplete);
    await found([source], 'one');
    const before = asked().length;
    expect(await found([source], 'one')).toEqual([`${source} 0`]);
    expect(asked().length).toBe(before);
    provider.play(model, fake.keepsSilent);
    expect(await found([source], 'two')).toMatch(/^The question could not be embedded: it took too long/);
    expect(await found([source], 'three')).toMatch(/^The question could not be embedded: it took too long/);
    expect(asked().length).toBe(before + 1);
    expect(await found([source], 'one')).toEqual([`${source} 0`]);
  });

  test('a caller that leaves gets the reason of its signal', async () => {
    const { workspace, source, enqueue, noted, vectors, model } = await prepare([{ texts: ['one'] }]);
    await enqueue(workspace, source);
    await noted(source, isComplete);
    const { play, begun } = fake.conducted();
    provider.play(model, play);
    const controller = new AbortController();
    const search = vectors.search([{ id: source, version: 1 }], 'never', { limit: 3, signal: controller.signal });
    await begun;
    controller.abort(new Error('gone'));
    await expect(search).rejects.toThrow('gone');
  });

  test('a thread that ends is replaced, and what it had is read again', async () => {
    const { workspace, source, enqueue, noted, found, vectors, errors } = await prepare([{ texts: texts(50) }]);
    await enqueue(workspace, source);
    await noted(source, isComplete);
    expect(await found([source], textOf(9), { limit: 1 })).toEqual([`${source} 9`]);
    const { thread } = vectors.inspect();
    await thread?.terminate();
    expect(errors).toHaveLength(1);
    expect(await found([source], textOf(9), { limit: 1 })).toEqual([`${source} 9`]);
    expect(vectors.inspect().thread).not.toBe(thread);
  });

  test('keeps no more than its bytes: the least recently used source is read again when it is wanted', async () => {
    const db = database();
    const workspace = await workspaceRows(db);
    // 256 dimensions: a page of 64 KiB has 256 of them.
    const limits = { maxBytes: 4 * 65_536 };
    const { enqueue, noted, found, vectors } = testVectors(db, provider, { limits });
    const sources: string[] = [];
    for (let at = 0; at < 4; at += 1)
      sources.push(await sourceRows(db, workspace, { documents: [{ texts: texts(200, at * 1_000) }] }));
    await enqueue(workspace, ...sources);
    for (const source of sources) await noted(source, isComplete);
    for (const [at, source] of [...sources.entries(), ...sources.entries()]) {
      expect(await found([source], textOf(at * 1_000 + 7), { limit: 1 })).toEqual([`${source} 7`]);
      expect(vectors.inspect().pages).toBeLessThanOrEqual(4);
    }
    const tooMany = await sourceRows(db, workspace, { documents: [{ texts: texts(1_100) }] });
    await enqueue(workspace, tooMany);
    await noted(tooMany, isComplete);
    expect(await found([tooMany], textOf(1))).toBe('The vectors of the sources take more than 0 MiB.');
  });

  test('many searches at once are all answered, and closing leaves no thread', async () => {
    const { workspace, source, enqueue, noted, found, vectors } = await prepare([{ texts: texts(300) }]);
    await enqueue(workspace, source);
    await noted(source, isComplete);
    const all = await Promise.all(Array.from({ length: 60 }, (_, at) => found([source], textOf(at), { limit: 1 })));
    expect(all).toEqual(all.map((_, at) => [`${source} ${at}`]));
    const { thread } = vectors.inspect();
    await vectors.close();
    await until(() => expect(thread?.threadId).toBe(-1));
    expect(await found([source], textOf(1), { limit: 1 })).toMatch(/started again/);
  });

  test('vectors of other dimensions are ignored at once, and all chunks are embedded again', async () => {
    const { workspace, source, enqueue, noted, found, model, note } = await prepare([{ texts: texts(200) }]);
    await enqueue(workspace, source);
    await noted(source, isComplete);
    provider.play(model, embeds({ dimensions: 320 }));
    expect(await found([source], textOf(3), { limit: 1 })).toBe('The sources are not embedded yet.');
    await noted(source, ({ complete, dimensions }) => complete && dimensions === 320);
    expect(await found([source], textOf(3), { limit: 1 })).toEqual([`${source} 3`]);
    expect(await note(source)).toMatchObject({ done: 200, total: 200, error: null });
  });
});
