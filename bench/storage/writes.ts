import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fill } from '../agents/agents-data.ts';
import { install } from '../shared/installation.ts';
import {
  type Filled,
  type Measured,
  measureOperation,
  middleOf,
  type Operation,
  operations,
  startFilled,
} from '../shared/operations.ts';
import type { BenchOptions } from '../shared/options.ts';
import { start } from '../shared/processes.ts';
import { fine, type Target, table, targetTable, whole } from '../shared/report.ts';

const connectionCounts = [1, 32];

/** The share of the control's rate that an operation should reach, with one connection and with 32. */
const wanted: Readonly<Partial<Record<Operation, readonly [number, number]>>> = {
  GET: [0.7, 1],
  'list of 20': [0.7, 1],
  POST: [0.75, 0.7],
  PUT: [0.75, 0.7],
  DELETE: [0.6, 0.6],
};

/** `npm run bench -- writes`: reads and durable writes beside the least that they could cost (`controls/fastify.mjs`). */
export async function benchWrites(options: BenchOptions): Promise<string> {
  const folder = mkdtempSync(join(options.folder, 'parley-bench-'));
  try {
    const installed = install(folder, 'agents:read,agents:write,workspace:admin');
    const { key } = installed;
    const ours = await startFilled(installed, options.agents);
    const control = await start('bare Fastify', {
      args: ['bench/controls/fastify.mjs'],
      env: { DATABASE_FILE: join(folder, 'control.db'), KEY: key },
      path: '/health',
    });
    const theirs: Filled = { server: control, key, ids: [], doomed: [] };
    await fill(control, theirs, options.agents);
    const results = await measureAll([theirs, ours], options);
    for (const each of [ours.server, control]) await each.stop();
    return report(results, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures every operation, round by round and one server after the other, so that noise affects both alike. */
async function measureAll(servers: readonly Filled[], { rounds, duration }: BenchOptions) {
  const results = new Map<string, Measured[]>();
  const steps = connectionCounts.flatMap((connections) =>
    operations.flatMap((operation) => servers.map((filled) => ({ connections, operation, filled }))),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const { connections, operation, filled } of steps) {
      const name = nameOf(filled.server.name, operation, connections);
      const measured = await measureOperation(filled, operation, { connections, duration });
      results.set(name, [...(results.get(name) ?? []), measured]);
    }
  }
  return results;
}

const nameOf = (server: string, operation: Operation, connections: number) => `${operation} @${connections}, ${server}`;

function report(results: ReadonlyMap<string, readonly Measured[]>, { agents, rounds, duration }: BenchOptions): string {
  const at = (server: string, operation: Operation, connections: number) =>
    middleOf(results.get(nameOf(server, operation, connections)) ?? []);
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const [column, connections] of connectionCounts.entries()) {
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
      const bound = wanted[operation]?.[column] ?? 0;
      targets.push({ what: `${operation} / the control's, ${connections}`, value, kind: 'least', bound });
    }
  }
  return [
    `${whole(agents)} agents; medians of ${rounds} rounds of ${duration} ms; each pair: the control / Parley.`,
    table(['operation @connections', 'per second', 'ratio', 'CPU µs', 'ratio', 'p50 ms', 'p99 ms'], rows),
    targetTable(targets),
  ].join('\n\n');
}
