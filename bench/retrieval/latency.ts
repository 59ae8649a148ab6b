import { createRetrieval } from '../../apps/server/src/retrieval/create-retrieval.ts';
import { createCompaction } from '../../apps/server/src/retrieval/index/compact.ts';
import type { Retrieval } from '../../apps/server/src/retrieval/retrieval.ts';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { addSource, attach, buildHere, serve, stage } from '../../apps/server/testing/fixtures/knowledge.ts';
import { percentile } from '../shared/load.ts';
import { fine, type Target, whole } from '../shared/report.ts';
import { cpuOf } from './cpu.ts';
import type { Asked } from './hard-set.ts';
import type { Place } from './installed.ts';
import { withMeaning } from './meaning.ts';
import type { naturalTexts } from './natural-texts.ts';

type Texts = Awaited<ReturnType<typeof naturalTexts>>;

/** Chunks of a document. */
const perDocument = 100;

/** Sources of an agent that has many. */
const manySources = 100;

/** Dimensions of the vectors; up to so many chunks, those of a source fit in their memory and are searched. */
const [dimensions, mostEmbedded] = [1_024, 200_000];

/** Measurements of an engine: rows of the table, lines about the index, and targets. */
export interface Latency {
  readonly rows: string[][];
  readonly lines: string[];
  readonly targets: Target[];
}

/** The head of the table. */
export const latencyHead = [
  ...['engine', 'index', 'questions', 'CPU, ms', 'CPU p99, ms', "server's CPU, ms", 'p50, ms', 'p99, ms', 'rows read'],
];

/**
 * Measures questions to one source of so many chunks, as a sync leaves it and merged, by words and with vectors as well.
 */
export async function oneSource(place: Place, texts: Texts, chunks: number): Promise<Latency> {
  const { db, workspace, source } = place;
  await fill(place, { source, chunks, texts });
  const mebibytes = (await sizeOf(db)) / 2 ** 20;
  const unmerged = await coldAndWarm(place, texts, 'one source, unmerged');
  const before = performance.now();
  await createCompaction({ db, build: buildHere }).compact({
    ...{ workspace, payload: { source }, signal: new AbortController().signal },
    guard: () => ({ sql: 'select 1', parameters: [] }),
  });
  const seconds = (performance.now() - before) / 1_000;
  const merged = await coldAndWarm(place, texts, 'one source, merged');
  const hybrid = chunks > mostEmbedded ? [] : [await withVectors(place, texts)];
  const line = `${db.engine}: ${whole(chunks)} chunks take ${whole(mebibytes)} MiB, and are merged in ${fine(seconds)} s.`;
  return latencyOf(db, [...unmerged, ...merged, ...hybrid], [line]);
}

/** Measures questions to an agent with a hundred sources, which have so many chunks together. */
export async function hundredSources(place: Place, texts: Texts, chunks: number): Promise<Latency> {
  const { db, workspace, agent } = place;
  for (let position = 1; position <= manySources; position += 1) {
    const source = `${place.source}_${position}`;
    await addSource(db, { workspace, source });
    await db.write([attach(db, { workspace, agent, source, position })]);
    await fill(place, { source, chunks: Math.round(chunks / manySources), texts });
  }
  return latencyOf(db, await coldAndWarm(place, texts, `${manySources} sources`));
}

/** Stores chunks with their index in a source, and lets them serve. */
async function fill(
  { db, workspace }: Place,
  { source, chunks, texts }: { source: string; chunks: number; texts: Texts },
) {
  const many = 10_000;
  for (let first = 0; first < chunks; first += many) {
    const some = Array.from({ length: Math.min(many, chunks - first) }, texts.next);
    const documents = Array.from({ length: Math.ceil(some.length / perDocument) }, (_, index) => ({
      ...{ title: `Part ${index}`, key: `${first} ${index}` },
      chunks: some.slice(index * perDocument, (index + 1) * perDocument),
    }));
    await stage(db, { workspace, source, version: 1, first }, documents);
  }
  await serve(db, source, 1);
}

/** The size of the database, in bytes. */
async function sizeOf(db: Database): Promise<number> {
  const sql =
    db.engine === 'sqlite'
      ? 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()'
      : 'select pg_database_size(current_database()) as bytes';
  const [row] = await db.read<{ bytes: number | string }>({ sql, parameters: [] });
  return Number(row?.bytes);
}

/** A round of questions: times in ms, sorted, and means. */
interface Round {
  readonly index: string;
  readonly name: string;
  readonly times: readonly number[];
  /** CPU times of this process, sorted. */
  readonly cpu: readonly number[];
  readonly serverCpu: number;
  readonly rowsRead: number;
}

/** One half of the questions to a new retrieval, which has nothing in its caches, and then the other half. */
async function coldAndWarm(place: Place, texts: Texts, index: string): Promise<Round[]> {
  if (place.db.engine === 'postgres') await place.db.write([{ sql: 'analyze', parameters: [] }]);
  const { db, rows } = counting(place.db);
  const retrieval = createRetrieval({ db });
  const of = (half: Asked['half']) => ({
    ...{ index, retrieval, rows, mode: 'lexical' as const },
    questions: texts.questions.filter((question) => question.half === half),
  });
  const cold = await ask(place, { ...of('tuned'), name: 'cold' });
  return [cold, await ask(place, { ...of('reported'), name: 'warm' })];
}

const withVectors = (place: Place, { questions }: Texts): Promise<Round> => {
  const { db, rows } = counting(place.db);
  return withMeaning(place, dimensions, (vectors) => {
    const retrieval = createRetrieval({ db, vectors });
    return ask(place, { index: 'one source, merged', name: 'hybrid', retrieval, rows, questions, mode: 'hybrid' });
  });
};

interface Asking {
  readonly index: string;
  readonly name: string;
  readonly retrieval: Retrieval;
  readonly questions: readonly Asked[];
  readonly mode: 'lexical' | 'hybrid';
  /** Number of rows read so far. */
  rows(): number;
}

async function ask({ db, workspace, agent }: Place, asking: Asking): Promise<Round> {
  const { index, name, retrieval, questions, mode, rows } = asking;
  const times: number[] = [];
  const cpu: number[] = [];
  const [rowsBefore, serverBefore] = [rows(), (await cpuOf(db)).server];
  for (const { text } of questions) {
    const [began, spent] = [performance.now(), process.cpuUsage()];
    const { notes } = await retrieval.search({ workspace, agent, text, topK: 8, mode, account: 'bench' });
    times.push(performance.now() - began);
    const { user, system } = process.cpuUsage(spent);
    cpu.push((user + system) / 1_000);
    if (notes.length > 0) throw new Error(notes.join(' '));
  }
  return {
    ...{ index, name },
    times: times.sort((one, other) => one - other),
    cpu: cpu.sort((one, other) => one - other),
    serverCpu: ((await cpuOf(db)).server - serverBefore) / questions.length,
    rowsRead: (rows() - rowsBefore) / questions.length,
  };
}

/** Wraps a database and counts the rows that its reads return. */
function counting(db: Database): { readonly db: Database; rows(): number } {
  let rows = 0;
  const counted: Database = {
    ...db,
    read: async (query) => {
      const found = await db.read(query);
      rows += found.length;
      return found as never;
    },
  };
  return { db: counted, rows: () => rows };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function latencyOf({ engine }: Database, rounds: readonly Round[], lines: string[] = []): Latency {
  return {
    lines,
    rows: rounds.map(({ index, name, times, cpu, serverCpu, rowsRead }) => [
      ...[engine, index, name, fine(mean(cpu)), fine(percentile(cpu, 0.99)), fine(serverCpu)],
      ...[fine(percentile(times, 0.5)), fine(percentile(times, 0.99)), whole(rowsRead)],
    ]),
    targets: rounds.flatMap(({ index, name, times, cpu }): Target[] => {
      const at = `${engine}, ${index}, ${name}`;
      const p99 = { what: `p99, ms: ${at}`, kind: 'most', value: percentile(times, 0.99) } as const;
      if (name === 'hybrid') return [{ ...p99, bound: 60 }];
      return [
        { what: `CPU, ms: ${at}`, kind: 'most', bound: 12, value: mean(cpu) },
        { ...p99, bound: 25 },
      ];
    }),
  };
}
