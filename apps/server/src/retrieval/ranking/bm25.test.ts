// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { databaseOf } from '../../../testing/databases/migrated-database.ts';
import { addSource, addTenant, attach, serve, stage } from '../../../testing/fixtures/knowledge.ts';
import { createRandom } from '../../random.ts';
import { termsOf } from '../../text/terms.ts';
import { createIndexReader } from '../index/reader.ts';
import * as store from '../store.ts';
import { locate } from './locate.ts';
import { wantedTerms } from './question.ts';
import { rank } from './rank.ts';

/** Codes have no words like them, so only the formula counts. */
const words = Array.from({ length: 40 }, (_, index) => `k${index}`);

describe.each(engines)('BM25, on %s', (engine) => {
  const database = databaseOf(engine);

  test('scores as the formula does, over all sources together', async () => {
    const db = database();
    const random = createRandom(7);
    const pick = () => words[Math.floor(random() ** 2 * words.length)] ?? '';
    const texts = Array.from({ length: 300 }, () =>
      Array.from({ length: 1 + Math.floor(random() * 30) }, pick).join(' '),
    );
    const { workspace, agent } = await addTenant(db, 'bm25');
    for (const [index, source] of ['src_a', 'src_b'].entries()) {
      await addSource(db, { workspace, source });
      const own = texts.slice(index * 150, index * 150 + 150);
      await stage(db, { workspace, source, version: 1, first: 0 }, [{ title: '', chunks: own }]);
      await serve(db, source, 1);
      await db.write([attach(db, { workspace, agent, source, position: index })]);
    }
    const scope = { workspace, agent };
    const reader = createIndexReader();
    const reads = {
      terms: (names: readonly store.RowName[]) => store.findTerms(db, scope, names),
      segments: (of: { id: string; version: number; after: number }) => store.findSegments(db, scope, of),
    };
    const sources = await store.findSources(db, scope);
    const lists = await Promise.all(sources.map((of) => reader.segments(reads, of)));
    const segments = lists.flatMap((list, position) => list.map((one) => ({ ...one, position })));
    const question = 'k0 k3 k7 k30';
    const located = await locate(segments, wantedTerms(question), (names) => reader.read(reads, names));
    const ranked = await rank(segments, located, 1_000);
    const expected = naive(texts, termsOf(question).words);
    expect(ranked.map(({ position, chunk }) => position * 150 + chunk)).toEqual(expected.map(({ index }) => index));
    for (const [place, { score }] of ranked.entries()) expect(score).toBeCloseTo(expected[place]?.score ?? 0, 9);
  });
});

/** BM25 with k1 = 1.2 and b = 0.75 as it is written in books, best first. */
function naive(texts: readonly string[], question: readonly string[]) {
  const documents = texts.map((text) => termsOf(text).words);
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const scored = documents.map((document, index) => {
    let score = 0;
    for (const term of question) {
      const having = documents.filter((other) => other.includes(term)).length;
      const count = document.filter((word) => word === term).length;
      const rarity = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
      score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * document.length) / average));
    }
    return { index, score };
  });
  const found = scored.filter(({ score }) => score > 0);
  return found.sort((one, other) => Math.sign(Math.round((other.score - one.score) * 1e9)) || one.index - other.index);
}
