import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { draft, fill, idOf, pick } from './agents-data.ts';
import { install, startParley } from './installation.ts';
import { load, type Measurement, median, wire } from './load.ts';
import type { BenchOptions } from './options.ts';
import { type Server, start } from './processes.ts';
import { fine, type Target, table, targetTable, whole } from './report.ts';

/** A server with agents, and the agents that the next DELETE removes. */
interface Filled {
  readonly server: Server;
  readonly key: string;
  readonly ids: string[];
  readonly doomed: string[];
}

const operations = ['GET', 'list of 20', 'POST', 'PUT', 'DELETE'] as const;
type Operation = (typeof operations)[number];

/** Numbers of connections, and the share of the control's rate that an operation should reach with them. */
const wanted = new Map([
  [1, 0.75],
  [32, 0.65],
]);

/** One measurement, with the CPU time of a request in microseconds. */
interface Measured extends Measurement {
  readonly cpu: number;
}

/** `npm run bench -- writes`: reads and durable writes beside a bare Fastify server with the same database settings. */
export async function benchWrites(options: BenchOptions): Promise<string> {
  const folder = mkdtempSync(join(options.folder, 'parley-bench-'));
  try {
    const { key, ids } = install(folder, 'agents:read,agents:write,workspace:admin');
    const server = await startParley(folder);
    const control = await start('bare Fastify', {
      args: ['bench/controls/fastify.mjs'],
      env: { DATABASE_FILE: join(folder, 'control.db'), KEY: key },
      path: '/health',
    });
    const ours: Filled = { server, key, ids, doomed: [] };
    const theirs: Filled = { server: control, key, ids: [], doomed: [] };
    for (const each of [ours, theirs]) await fill(each.server, each, options.agents);
    const results = await measureAll([theirs, ours], options);
    for (const each of [server, control]) await each.stop();
    return report(results, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures every operation, round by round and one server after the other, so that noise affects both alike. */
async function measureAll(servers: readonly Filled[], { rounds, duration }: BenchOptions) {
  const results = new Map<string, Measured[]>();
  const steps = [...wanted.keys()].flatMap((connections) =>
    operations.flatMap((operation) => servers.map((filled) => ({ connections, operation, filled }))),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const { connections, operation, filled } of steps) {
      const name = nameOf(filled.server.name, operation, connections);
      const measured = await measure(filled, operation, { connections, duration });
      if (measured.failures > 0) throw new Error(`${name}: ${measured.failures} requests failed.`);
      results.set(name, [...(results.get(name) ?? []), measured]);
    }
  }
  return results;
}

const nameOf = (server: string, operation: Operation, connections: number) => `${operation} @${connections}, ${server}`;

async function measure(
  { server, key, ids, doomed }: Filled,
  operation: Operation,
  size: { readonly connections: number; readonly duration: number },
): Promise<Measured> {
  const requests: Readonly<Record<Operation, () => string | undefined>> = {
    GET: () => wire('GET', `/api/agents/${pick(ids)}`, { key }),
    'list of 20': () => wire('GET', '/api/agents?limit=20', { key }),
    POST: () => wire('POST', '/api/agents', { key, body: draft() }),
    PUT: () => wire('PUT', `/api/agents/${pick(ids)}`, { key, body: '{"temperature":0.5,"name":"Renamed"}' }),
    // Those that the POSTs before created: a run ends early if there are no more.
    DELETE: () => {
      const id = doomed.pop();
      return id === undefined ? undefined : wire('DELETE', `/api/agents/${id}`, { key });
    },
  };
  const collect = (body: string) => {
    const id = idOf(body);
    if (id !== undefined) doomed.push(id);
  };
  const before = server.cpu();
  const { port } = server;
  const measured = await load({
    ...{ port, ...size, next: requests[operation] },
    ...(operation === 'POST' && { onBody: collect }),
  });
  return { ...measured, cpu: ((server.cpu() - before) * 1000) / measured.requests };
}

function report(results: ReadonlyMap<string, readonly Measured[]>, { agents, rounds, duration }: BenchOptions): string {
  const at = (server: string, operation: Operation, connections: number) => {
    const found = results.get(nameOf(server, operation, connections)) ?? [];
    const middle = (of: (measured: Measured) => number) => median(found.map(of));
    return {
      perSecond: middle((each) => each.perSecond),
      p50: middle((each) => each.p50),
      p99: middle((each) => each.p99),
      cpu: middle((each) => each.cpu),
    };
  };
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const [connections, bound] of wanted) {
    for (const operation of operations) {
      const control = at('bare Fastify', operation, connections);
      const ours = at('parley', operation, connections);
      const value = ours.perSecond / control.perSecond;
      const pair = (of: (measured: typeof ours) => string) => `${of(control)} / ${of(ours)}`;
      rows.push([
        `${operation} @${connections}`,
        ...[pair((each) => whole(each.perSecond)), fine(value), pair((each) => whole(each.cpu))],
        ...[fine(control.cpu / ours.cpu), pair((each) => fine(each.p50)), pair((each) => fine(each.p99))],
      ]);
      if (operation !== 'GET') {
        targets.push({ what: `${operation} / the control's, ${connections}`, value, kind: 'least', bound });
      }
    }
  }
  return [
    `${whole(agents)} agents; medians of ${rounds} rounds of ${duration} ms; each pair: the control / Parley.`,
    table(['operation @connections', 'per second', 'ratio', 'CPU µs', 'ratio', 'p50 ms', 'p99 ms'], rows),
    targetTable(targets),
  ].join('\n\n');
}
