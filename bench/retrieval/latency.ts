import { createRetrieval } from '../../apps/server/src/retrieval/create-retrieval.ts';
import { createCompaction } from '../../apps/server/src/retrieval/index/compact.ts';
import type { Retrieval } from '../../apps/server/src/retrieval/retrieval.ts';
import { buildHere, serve, stage } from '../../apps/server/testing/fixtures/knowledge.ts';
import { percentile } from '../shared/load.ts';
import { fine, whole } from '../shared/report.ts';
import type { Place } from './installed.ts';
import { withMeaning } from './meaning.ts';
import { manyChunks } from './texts.ts';

/** Questions of a round, each a different one. */
const asked = 500;

/** Chunks of a document. */
const perDocument = 100;

type Texts = ReturnType<typeof manyChunks>;

/** Stores chunks with their index, up to a number of them. */
async function fill({ db, workspace, source }: Place, texts: Texts, chunks: number) {
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

/** Dimensions of the vectors; up to so many chunks, those of a source fit in their memory and are searched. */
const [dimensions, mostEmbedded] = [1_024, 100_000];

/** The size of the database, in bytes. */
async function sizeOf(db: Place['db']): Promise<number> {
  const sql =
    db.engine === 'sqlite'
      ? 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()'
      : 'select pg_database_size(current_database()) as bytes';
  const [row] = await db.read<{ bytes: number | string }>({ sql, parameters: [] });
  return Number(row?.bytes);
}

/** A row of the table, and the 99th percentiles in ms: of lexical searches with a warm cache, and of hybrid ones. */
interface Latency {
  readonly row: string[];
  readonly lexical: number;
  readonly hybrid: number | undefined;
}

/**
 * Measures searches in so many chunks: a lexical round in the segments as a sync leaves them, two when they are merged,
 * the second with a warmer cache, and a hybrid one.
 */
export async function latency(place: Place, chunks: number): Promise<Latency> {
  const { db, workspace, source } = place;
  const texts = manyChunks();
  await fill(place, texts, chunks);
  const mebibytes = (await sizeOf(db)) / 2 ** 20;
  const retrieval = createRetrieval({ db });
  if (db.engine === 'postgres') await db.write([{ sql: 'analyze', parameters: [] }]);
  const unmerged = await round(place, { retrieval, texts, mode: 'lexical' });
  const before = performance.now();
  await createCompaction({ db, build: buildHere }).compact({
    ...{ workspace, payload: { source }, signal: new AbortController().signal },
    guard: () => ({ sql: 'select 1', parameters: [] }),
  });
  const merged = (performance.now() - before) / 1_000;
  if (db.engine === 'postgres') await db.write([{ sql: 'analyze', parameters: [] }]);
  const cold = await round(place, { retrieval, texts, mode: 'lexical' });
  const warm = await round(place, { retrieval, texts, mode: 'lexical' });
  const hybrid =
    chunks > mostEmbedded
      ? undefined
      : await withMeaning(place, dimensions, (vectors) =>
          round(place, { retrieval: createRetrieval({ db, vectors }), texts, mode: 'hybrid' }),
        );
  const figures = [unmerged, cold, warm, hybrid].flatMap((times = []) => [
    percentile(times, 0.5),
    percentile(times, 0.99),
  ]);
  const shown = [...figures, merged].map((figure) => (Number.isNaN(figure) ? '' : fine(figure)));
  const p99 = (times: readonly number[]) => percentile(times, 0.99);
  return {
    row: [db.engine, whole(chunks), ...shown, whole(mebibytes)],
    lexical: p99(warm),
    hybrid: hybrid && p99(hybrid),
  };
}

/** Searches for questions of the corpus, and returns the times in ms, sorted. */
async function round(
  { workspace, agent }: Place,
  { retrieval, texts, mode }: { retrieval: Retrieval; texts: Texts; mode: 'lexical' | 'hybrid' },
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < asked; index += 1) {
    const text = texts.questions[Math.floor(texts.random() * texts.questions.length)] ?? '';
    const began = performance.now();
    const { notes } = await retrieval.search({ workspace, agent, text, topK: 8, mode, account: 'bench' });
    times.push(performance.now() - began);
    if (notes.length > 0) throw new Error(notes.join(' '));
  }
  return times.sort((a, b) => a - b);
}
