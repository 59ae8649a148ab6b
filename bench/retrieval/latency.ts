import { createCompaction } from '../../apps/server/src/features/knowledge/index/compact.ts';
import { createRetrieval } from '../../apps/server/src/features/knowledge/search/create-retrieval.ts';
import { buildHere, serve, stage } from '../../apps/server/testing/knowledge.ts';
import { percentile } from '../load.ts';
import { fine, whole } from '../report.ts';
import type { Place } from './installed.ts';
import { manyChunks } from './texts.ts';

/** Questions of a round, each a different one. */
const asked = 500;

/** Chunks of a document. */
const perDocument = 100;

/** Stores chunks with their index, up to a number of them. */
async function fill({ db, workspace, source }: Place, texts: ReturnType<typeof manyChunks>, chunks: number) {
  const many = 10_000;
  for (let first = 0; first < chunks; first += many) {
    const documents = Array.from({ length: Math.min(many, chunks - first) / perDocument }, (_, index) => ({
      ...{ title: `Part ${index}`, key: `${first} ${index}` },
      chunks: Array.from({ length: perDocument }, (_, place) => texts.next(first + index * perDocument + place)),
    }));
    await stage(db, { workspace, source, version: 1, first }, documents);
  }
  await serve(db, source, 1);
}

/** The row of a table: latency of searches in so many chunks, in two rounds; the second meets a warmer cache. */
export async function latency(place: Place, chunks: number): Promise<{ row: string[]; p99: number }> {
  const { db, workspace, agent, source } = place;
  const texts = manyChunks();
  await fill(place, texts, chunks);
  const before = performance.now();
  await createCompaction({ db, build: buildHere }).compact({
    ...{ workspace, payload: { source }, signal: new AbortController().signal },
    guard: () => ({ sql: 'select 1', parameters: [] }),
  });
  const merged = (performance.now() - before) / 1_000;
  if (db.engine === 'postgres') await db.write([{ sql: 'analyze', parameters: [] }]);
  const retrieval = createRetrieval({ db });
  const rounds: number[][] = [];
  for (let round = 0; round < 2; round += 1) {
    const times: number[] = [];
    for (let index = 0; index < asked; index += 1) {
      const text = texts.questions[Math.floor(texts.random() * texts.questions.length)] ?? '';
      const began = performance.now();
      await retrieval.search({ workspace, agent, text, topK: 8, mode: 'lexical', account: 'bench' });
      times.push(performance.now() - began);
    }
    rounds.push(times.sort((a, b) => a - b));
  }
  const [cold = [], warm = []] = rounds;
  const p99 = percentile(warm, 0.99);
  const figures = [percentile(cold, 0.5), percentile(cold, 0.99), percentile(warm, 0.5), p99, merged];
  return { row: [db.engine, whole(chunks), ...figures.map(fine)], p99 };
}
