import { createHash } from 'node:crypto';
import pg from 'pg';
import postgres from 'postgres';
import { openPostgres } from '../../apps/server/src/storage/postgres/open.ts';
import type { Statement } from '../../apps/server/src/storage/unit.ts';
import { startCluster } from '../../apps/server/testing/databases/postgres.ts';
import { median } from '../shared/load.ts';
import type { BenchOptions } from '../shared/options.ts';
import { fine, table, whole } from '../shared/report.ts';

/** Max agents in the database: more would not fit its cache of 64 MB. */
const maxAgents = 20_000;

/** Connections of each way; Parley has 6 more for reads, so that units of work run on as many as elsewhere. */
const connections = 10;
const forReads = 6;

const callers = [1, 32];
const document = 'x'.repeat(1_200);
const selectAgent = 'select doc from bench_agents where id = $1';

/** One library, used as its documentation says. */
interface Way {
  readonly name: string;
  read(id: string): Promise<unknown>;
  /** Runs the statements as one transaction; rejects if one that must touch a number of rows does not. */
  write(unit: readonly Statement[]): Promise<unknown>;
  close(): Promise<unknown>;
}

/**
 * `npm run bench -- postgres-libraries`: Parley's pool beside `pg` alone and postgres.js, in one process
 * (docs/decisions/0008).
 */
export async function benchPostgresLibraries({ agents, rounds, duration }: BenchOptions): Promise<string> {
  const cluster = await startCluster();
  if (cluster === undefined) throw new Error('This scenario needs PostgreSQL on this machine.');
  const url = cluster.url('postgres');
  const count = Math.min(agents, maxAgents);
  const ways: Way[] = [];
  try {
    await fill(url, count);
    ways.push(bare(url), await ours(url), postgresJs(url, connections), postgresJs(url, 4));
    const anyId = () => `a${1 + Math.floor(Math.random() * count)}`;
    const works: [string, (way: Way) => Promise<unknown>][] = [
      ['read of an agent', (way) => way.read(anyId())],
      ['unit of three statements', (way) => way.write(unitOf(anyId()))],
      ['unit that counts rows', (way) => way.write(unitOf(anyId(), 1))],
    ];
    const rows: string[][] = [];
    for (const [what, work] of works) {
      for (const many of callers)
        rows.push(...(await compare({ what: `${what} @${many}`, ways, rounds, duration }, work, many)));
    }
    return table(['work @callers', 'with', 'a second', 'x pg', 'µs CPU'], rows);
  } finally {
    for (const { close } of ways) await close();
    await cluster.close();
  }
}

async function fill(url: string, count: number): Promise<void> {
  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query(`
    create table bench_agents (id text collate "C" primary key, version bigint not null, doc text not null);
    create table bench_events (id text collate "C" primary key, agent text not null, doc text not null);
    insert into bench_agents select 'a' || number, 1, repeat('x', 1200) from generate_series(1, ${count}) as number;
    analyze bench_agents`);
  await admin.end();
}

let events = 0;

/** The statements that change an agent: it is read, changed, and an event tells of it. */
function unitOf(agent: string, rows?: number): Statement[] {
  events += 1;
  return [
    { sql: 'select version from bench_agents where id = $1', parameters: [agent] },
    {
      sql: 'update bench_agents set version = version + 1, doc = $2 where id = $1',
      parameters: [agent, document],
      ...(rows !== undefined && { rows }),
    },
    { sql: 'insert into bench_events values ($1, $2, $3)', parameters: [`e${events}`, agent, '{"a":1}'] },
  ];
}

/** `pg.Pool`: a query has a connection to itself, a transaction goes statement by statement. */
function bare(connectionString: string): Way {
  const pool = new pg.Pool({ connectionString, max: connections });
  const names = new Map<string, string>();
  const named = ({ sql, parameters }: Statement) => {
    const name = names.get(sql) ?? createHash('sha256').update(sql).digest('base64url').slice(0, 16);
    names.set(sql, name);
    return { name, text: sql, values: [...parameters] };
  };
  return {
    name: `pg.Pool of ${connections}`,
    read: (id) => pool.query(named({ sql: selectAgent, parameters: [id] })),
    write: async (unit) => {
      const client = await pool.connect();
      try {
        await client.query('begin isolation level read committed');
        for (const statement of unit) check(statement, (await client.query(named(statement))).rowCount);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

async function ours(url: string): Promise<Way> {
  const db = await openPostgres({ url, connections: connections + forReads, onNotice: console.error });
  return {
    name: `Parley, ${forReads} for reads and ${connections} for units`,
    read: (id) => db.read({ sql: selectAgent, parameters: [id] }),
    write: (unit) => db.write(unit),
    close: db.close,
  };
}

/** postgres.js pipelines queries; in a transaction, those that are begun without waiting for each other. */
function postgresJs(url: string, max: number): Way {
  const sql = postgres(url, { max, fetch_types: false, onnotice: () => {} });
  return {
    name: `postgres.js, ${max} connections`,
    read: (id) => sql.unsafe(selectAgent, [id], { prepare: true }),
    write: (unit) =>
      sql.begin('isolation level read committed', async (transaction) => {
        const sent = unit.map((each) => transaction.unsafe(each.sql, each.parameters.map(String), { prepare: true }));
        for (const [index, { count }] of (await Promise.all(sent)).entries()) check(unit[index], count);
      }),
    close: () => sql.end(),
  };
}

function check(statement: Statement | undefined, changed: number | null): void {
  if (statement?.rows !== undefined && statement.rows !== changed) throw new Error(`It touched ${changed} rows.`);
}

interface Comparison {
  readonly what: string;
  readonly ways: readonly Way[];
  readonly rounds: number;
  readonly duration: number;
}

/**
 * Measures every way in turn, `rounds` times; returns the rows of the report, with medians. A ratio is the median of
 * the ratios within a round, so that what else the machine does falls on all ways alike: many short rounds serve best.
 */
async function compare(
  { what, ways, rounds, duration }: Comparison,
  work: (way: Way) => Promise<unknown>,
  many: number,
): Promise<string[][]> {
  const measured: Run[][] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const runs: Run[] = [];
    for (const way of ways) runs.push(await measure(() => work(way), many, duration));
    if (round > 0) measured.push(runs);
  }
  const medianOf = (index: number, figure: (run: Run, first: Run) => number) =>
    median(
      measured.flatMap(([first, ...others]) => {
        const run = [first, ...others][index];
        return run === undefined || first === undefined ? [] : [figure(run, first)];
      }),
    );
  return ways.map(({ name }, index) => [
    what,
    name,
    whole(medianOf(index, ({ rate }) => rate)),
    fine(medianOf(index, ({ rate }, first) => rate / first.rate)),
    whole(medianOf(index, ({ cpu }) => cpu)),
  ]);
}

/** Units of work a second, and this process's CPU time of each in microseconds. */
interface Run {
  readonly rate: number;
  readonly cpu: number;
}

async function measure(once: () => Promise<unknown>, many: number, duration: number): Promise<Run> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let done = 0;
  const caller = async () => {
    while (performance.now() - started < duration) {
      await once();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: many }, caller));
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (done * 1000) / (performance.now() - started), cpu: (user + system) / done };
}
