/**
 * Compares ways to send queries and units of work to PostgreSQL: the figures of docs/decisions/0008. Pass a database
 * that it may write to; it creates two tables and drops them again.
 *
 *   node bench/storage/postgres-driver.mjs postgres://localhost/scratch [--requests 20000]
 */
import { parseArgs } from 'node:util';
import pg from 'pg';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { requests: { type: 'string', default: '20000' } },
});
const [connectionString] = positionals;
if (connectionString === undefined) throw new Error('Name a database: postgres://…');
const requests = Number(values.requests);

const rounds = 3;
const clients = 64;
const people = 20_000;
const text = 'x'.repeat(1_200);

const admin = new pg.Client(connectionString);
await admin.connect();
await admin.query(`
  create table bench_agents (id text collate "C" primary key, doc text);
  create table bench_events (id text collate "C" primary key, agent text references bench_agents (id), doc text);
  insert into bench_agents select 'a' || number, repeat('x', 1200) from generate_series(1, ${people}) as number`);
try {
  const reads = [await poolOf(10), await sharedBy(2), await sharedBy(4), await sharedBy(10)];
  await compare('queries by id', reads, ({ read }) => read(`a${1 + Math.floor(Math.random() * people)}`));
  const writes = [await oneByOne(10), await inOneGo(10), await grouped(1), await grouped(2)];
  await compare('units of three statements', writes, ({ write }) => write(unit()));
  for (const { close } of [...reads, ...writes]) await close();
} finally {
  await admin.query('drop table bench_events, bench_agents');
  await admin.end();
}

/**
 * Runs every way in turn over several rounds, and prints the median rate and CPU time of each.
 * @template {{ name: string }} Way
 * @param {string} what
 * @param {Way[]} ways
 * @param {(way: Way) => Promise<unknown>} once
 */
async function compare(what, ways, once) {
  const measured = ways.map(() => /** @type {{ rate: number, cpu: number }[]} */ ([]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, way] of ways.entries()) measured[index]?.push(await measure(() => once(way)));
  }
  console.log(`\n${what}, ${clients} at a time, median of ${rounds}`);
  for (const [index, { name }] of ways.entries()) {
    const rate = median(measured[index]?.map((run) => run.rate) ?? []);
    const cpu = median(measured[index]?.map((run) => run.cpu) ?? []);
    console.log(
      `${name.padEnd(52)} ${String(Math.round(rate)).padStart(7)} a second ${cpu.toFixed(1).padStart(7)} µs CPU each`,
    );
  }
}

/** @param {() => Promise<unknown>} once */
async function measure(once) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  let left = requests;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await once();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (requests / (performance.now() - start)) * 1_000, cpu: (user + system) / requests };
}

/** @param {number[]} list */
function median(list) {
  return [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
}

/** @param {string} id */
function query(id) {
  return { name: 'find', text: 'select doc from bench_agents where id = $1', values: [id] };
}

/** @param {number} max */
async function poolOf(max) {
  const pool = new pg.Pool({ connectionString, max });
  const read = (/** @type {string} */ id) => pool.query(query(id));
  return { name: `pg.Pool of ${max}, a query has a connection to itself`, read, close: () => pool.end() };
}

/** @param {number} count */
async function sharedBy(count) {
  const connections = await connect(count);
  const load = connections.map(() => 0);
  const read = async (/** @type {string} */ id) => {
    const freest = load.indexOf(Math.min(...load));
    load[freest] = (load[freest] ?? 0) + 1;
    await connections[freest]?.query(query(id));
    load[freest] = (load[freest] ?? 0) - 1;
  };
  return { name: `${count} connections, shared, queries travel together`, read, close: closing(connections) };
}

/** @returns {{ name: string, text: string, values: unknown[] }[]} */
function unit() {
  const id = `n${process.hrtime.bigint().toString(36)}${Math.random().toString(36).slice(2)}`;
  return [
    { name: 'agent', text: 'insert into bench_agents values ($1, $2)', values: [id, text] },
    { name: 'check', text: 'select 1 from bench_agents where id = $1', values: [id] },
    { name: 'event', text: 'insert into bench_events values ($1, $1, $2)', values: [id, '{"a":1}'] },
  ];
}

/** @typedef {ReturnType<typeof unit>} Unit */

/** @param {number} count */
async function oneByOne(count) {
  return writers(count, 'a transaction a unit, statement by statement', async (connection, statements) => {
    await connection.query('begin');
    for (const statement of statements) await connection.query(statement);
    await connection.query('commit');
  });
}

/** @param {number} count */
async function inOneGo(count) {
  return writers(count, 'a transaction a unit, its statements together', async (connection, statements) => {
    await Promise.all([connection.query('begin'), ...statements.map((statement) => connection.query(statement))]);
    await connection.query('commit');
  });
}

/**
 * Runs each unit on a connection of its own.
 * @param {number} count
 * @param {string} name
 * @param {(connection: pg.Client, unit: Unit) => Promise<void>} run
 */
async function writers(count, name, run) {
  const connections = await connect(count);
  const idle = [...connections];
  /** @type {((connection: pg.Client) => void)[]} */
  const waiting = [];
  const write = async (/** @type {Unit} */ statements) => {
    const connection = idle.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
    await run(connection, statements);
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else next(connection);
  };
  return { name: `${count} connections, ${name}`, write, close: closing(connections) };
}

/**
 * Runs all waiting units in one transaction when a connection is free, each with a savepoint of its own.
 * @param {number} count
 */
async function grouped(count) {
  const connections = await connect(count);
  const idle = [...connections];
  /** @type {{ statements: Unit, resolve: () => void }[]} */
  const waiting = [];
  const run = async (/** @type {pg.Client} */ connection) => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, 64);
      const sent = [connection.query('begin')];
      for (const { statements } of group) {
        sent.push(connection.query('savepoint unit'));
        sent.push(...statements.map((statement) => connection.query(statement)));
        sent.push(connection.query('release unit'));
      }
      await Promise.all(sent);
      await connection.query('commit');
      for (const { resolve } of group) resolve();
    }
    idle.push(connection);
  };
  const write = (/** @type {Unit} */ statements) =>
    new Promise((resolve) => {
      waiting.push({ statements, resolve: () => resolve(undefined) });
      const connection = idle.pop();
      if (connection !== undefined) setImmediate(() => run(connection));
    });
  return { name: `${count} connections, units grouped behind savepoints`, write, close: closing(connections) };
}

/** @param {number} count */
async function connect(count) {
  const connections = Array.from({ length: count }, () => new pg.Client({ connectionString, pipeline: true }));
  await Promise.all(connections.map((connection) => connection.connect()));
  return connections;
}

/** @param {pg.Client[]} connections */
function closing(connections) {
  return () => Promise.all(connections.map((connection) => connection.end()));
}
