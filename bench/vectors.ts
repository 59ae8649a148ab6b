import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { encodeVector } from '../apps/server/src/retrieval/vectors/encoding.ts';
import { createScanner } from '../apps/server/src/retrieval/vectors/scanner.ts';
import { percentile } from './shared/load.ts';
import type { BenchOptions } from './shared/options.ts';
import { fine, table, whole } from './shared/report.ts';

/** Numbers of vectors that are searched unless one is set, their dimensions, and the number of nearest ones that are asked for. */
const sizes = [20_000, 100_000] as const;
const dimensions = 1_024;
const limit = 10;

/** Vectors gather around so many centres, as texts do around topics. */
const centres = 500;

/** Searches of a round. */
const searches = 30;

/** A generator of numbers from 0 to 1 (mulberry32), so that each run has the same vectors. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = generator(14);

/** A number of the normal distribution, by the sum of twelve. */
const normal = () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);

function unit(values: Float32Array): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return values.map((value) => value / length);
}

/** A unit vector near another one. */
const near = (centre: Float32Array, spread: number) => unit(centre.map((value) => value + (spread * normal()) / 32));

/** Vectors and questions around the same centres. */
function make(count: number) {
  const topics = Array.from({ length: centres }, () => unit(Float32Array.from({ length: dimensions }, normal)));
  const topic = () => topics[Math.floor(random() * centres)] ?? new Float32Array(dimensions);
  const vectors = Array.from({ length: count }, () => near(topic(), 0.8));
  const questions = Array.from({ length: searches }, () => near(topic(), 0.8));
  return { vectors, questions };
}

type Search = (question: Float32Array) => Promise<number[]> | number[];

/** The nearest vectors by 32-bit floats and 64-bit sums: the truth. */
function exact(vectors: readonly Float32Array[], question: Float32Array): number[] {
  const scores = vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0));
  const order = scores.map((_, at) => at).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  return order.slice(0, limit);
}

/** A loop in JavaScript over bytes: the cost of the scan without its kernel. */
function inJavaScript(vectors: readonly Float32Array[]): Search {
  const all = new Int8Array(vectors.length * dimensions);
  for (const [at, vector] of vectors.entries())
    all.set(
      Int8Array.from(vector, (value) => value * 500),
      at * dimensions,
    );
  return (question) => {
    const query = Int16Array.from(question, (value) => value * 10_000);
    const scores = new Float64Array(vectors.length);
    for (let at = 0; at < scores.length; at += 1) {
      let sum = 0;
      for (let place = 0; place < dimensions; place += 1) {
        sum += (all[at * dimensions + place] ?? 0) * (query[place] ?? 0);
      }
      scores[at] = sum;
    }
    const order = Array.from(scores.keys()).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
    return order.slice(0, limit);
  };
}

/** The scan of the service, in its thread. */
async function ours(vectors: readonly Float32Array[]) {
  const failed = (error: Error) => {
    throw error;
  };
  const scanner = createScanner({ maxBytes: 512 * 1024 * 1024 }, { onLost: failed });
  const before = performance.now();
  for (let from = 0; from < vectors.length; from += 500) {
    const some = vectors.slice(from, from + 500);
    const numbers = some.map((_, at) => from + at);
    await scanner.ask({ type: 'add', source: 's', dimensions, numbers, vectors: some.map(encodeVector) });
  }
  const search: Search = async (query) => {
    const { found = [] } = await scanner.ask({ type: 'scan', sources: ['s'], query, limit });
    return found.map(({ chunk }) => chunk);
  };
  return { search, loadMs: performance.now() - before, close: scanner.close };
}

/** Brute force of sqlite-vec on a file, by the cosine distance of 32-bit floats or of bytes. */
function sqliteVec(folder: string, vectors: readonly Float32Array[], type: 'float' | 'int8') {
  const database = new DatabaseSync(join(folder, `${type}.db`), { allowExtension: true });
  database.enableLoadExtension(true);
  const { getLoadablePath } = createRequire(import.meta.url)('sqlite-vec') as { getLoadablePath(): string };
  database.loadExtension(getLoadablePath());
  database.exec('pragma journal_mode = wal; pragma cache_size = -1000000');
  database.exec(`create virtual table items using vec0(vector ${type}[${dimensions}] distance_metric=cosine)`);
  const bytesOf = (vector: Float32Array) =>
    type === 'float'
      ? new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
      : new Uint8Array(
          Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * 800)))).buffer,
        );
  const wrap = type === 'float' ? '?' : 'vec_int8(?)';
  const insert = database.prepare(`insert into items (rowid, vector) values (?, ${wrap})`);
  const before = performance.now();
  database.exec('begin');
  for (const [at, vector] of vectors.entries()) insert.run(BigInt(at + 1), bytesOf(vector));
  database.exec('commit');
  const loadMs = performance.now() - before;
  const select = database.prepare(
    `select rowid from items where vector match ${wrap} and k = ${limit} order by distance`,
  );
  const search: Search = (question) =>
    (select.all(bytesOf(question)) as { rowid: number }[]).map(({ rowid }) => Number(rowid) - 1);
  return { search, loadMs, close: async () => database.close() };
}

/** Times in ms, sorted, and the share of the true nearest that were found. */
async function measure(
  search: Search,
  { questions, truth, rounds }: { questions: readonly Float32Array[]; truth: readonly number[][]; rounds: number },
) {
  const times: number[] = [];
  let right = 0;
  await search(questions[0] ?? new Float32Array(dimensions));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, question] of questions.entries()) {
      const before = performance.now();
      const found = await search(question);
      times.push(performance.now() - before);
      right += found.filter((number) => truth[at]?.includes(number)).length;
    }
  }
  return { times: times.sort((one, other) => one - other), recall: right / (rounds * questions.length * limit) };
}

/**
 * `npm run bench -- vectors [--chunks N]`: the exact scan of the service beside the brute force of sqlite-vec and a loop in
 * JavaScript, each over the same vectors in one process.
 */
export async function benchVectors({ folder, rounds, chunks }: BenchOptions): Promise<string> {
  const parts: string[] = [];
  for (const size of chunks === undefined ? sizes : [chunks]) parts.push(await benchOf(size, folder, rounds));
  return parts.join('\n\n');
}

async function benchOf(size: number, folder: string, rounds: number): Promise<string> {
  const dataDir = mkdtempSync(join(folder, 'parley-bench-'));
  const { vectors, questions } = make(size);
  const truth = questions.map((question) => exact(vectors, question));
  const rows: string[][] = [];
  const add = async (what: string, open: () => Promise<Opened> | Opened) => {
    const { search, loadMs, close } = await open();
    const { times, recall } = await measure(search, { questions, truth, rounds });
    await close();
    const perSecond = loadMs === undefined ? '' : whole((size * 1_000) / loadMs);
    rows.push([what, fine(percentile(times, 0.5)), fine(percentile(times, 0.99)), recall.toFixed(3), perSecond]);
  };
  try {
    await add('this service', () => ours(vectors));
    await add('sqlite-vec, 32-bit floats', () => sqliteVec(dataDir, vectors, 'float'));
    await add('sqlite-vec, bytes', () => sqliteVec(dataDir, vectors, 'int8'));
    await add('a loop in JavaScript, bytes', () => ({ search: inJavaScript(vectors), close: async () => {} }));
  } finally {
    rmSync(dataDir, { recursive: true });
  }
  const head = ['search', 'p50, ms', 'p99, ms', 'recall@10', 'vectors a second, to load'];
  return `${whole(size)} vectors of ${whole(dimensions)} dimensions\n\n${table(head, rows)}`;
}

interface Opened {
  readonly search: Search;
  readonly loadMs?: number;
  close(): Promise<void>;
}
