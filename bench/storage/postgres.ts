import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { find } from '../../apps/server/src/features/agents/store.ts';
import { postgresQuery } from '../../apps/server/src/storage/postgres/query.ts';
import { compiled } from '../../apps/server/src/storage/unit.ts';
import { startCluster } from '../../apps/server/testing/databases/postgres.ts';
import { type Installed, install } from '../shared/installation.ts';
import { load, type Measurement, median, wire } from '../shared/load.ts';
import type { BenchOptions } from '../shared/options.ts';
import { type Server, start } from '../shared/processes.ts';
import { fine, table, targetTable, whole } from '../shared/report.ts';

/** Max agents in the database: each is created over the API. */
const mostAgents = 10_000;

const parley = 'apps/server/dist/main.js';
const prompt = 'You are a careful assistant who answers from what you know. '.repeat(17);

/**
 * `npm run bench -- postgres`: the agents API on PostgreSQL with one and with two processes, beside a bare `pg` script.
 */
export async function benchPostgres(options: BenchOptions): Promise<string> {
  const folder = mkdtempSync(join(options.folder, 'parley-bench-'));
  const cluster = await startCluster();
  if (cluster === undefined) throw new Error('This scenario needs PostgreSQL on this machine.');
  const running: Server[] = [];
  try {
    const env = {
      DATABASE_URL: cluster.url('postgres'),
      PARLEY_KEY_PEPPER: 'a pepper that every process of the benchmark shares',
      PARLEY_PLAN_LIMITS: 'free=9000000',
      LOG_LEVEL: 'error',
    };
    const installed = install(folder, 'workspace:admin', { env });
    const serve = async (name: string, cores: string, ...more: string[]) => {
      const args = [parley, 'serve', '--data-dir', folder, ...more];
      const server = await start(name, { args, env, path: '/readyz', cores });
      running.push(server);
      return server;
    };
    const one = await serve('one process', '0');
    const two = await serve('two processes', '0,1', '--workers', '2');
    const bare = await start('bare pg', {
      args: ['bench/controls/postgres.mjs'],
      env: { DATABASE_URL: env.DATABASE_URL, SELECT: await selectOf(), WORKSPACE: installed.workspace },
      path: '/health',
    });
    running.push(bare);
    const agents = Math.min(options.agents, mostAgents);
    await fill(one, installed, agents);
    const results = await measureAll({ one, two, bare }, installed, options);
    return report(results, { ...options, agents });
  } finally {
    for (const server of running) await server.stop();
    await cluster.close();
    rmSync(folder, { recursive: true });
  }
}

/** The SELECT of a GET of one agent. The control runs the same. */
async function selectOf(): Promise<string> {
  let sql = '';
  const database: Parameters<typeof find>[0] = {
    engine: 'postgres',
    query: postgresQuery,
    read: async (query) => {
      sql = compiled(query).sql;
      return [];
    },
    readUpTo: () => Promise.reject(new Error('Finding an agent reads no page.')),
    scan: () => Promise.reject(new Error('Finding an agent scans nothing.')),
    write: () => Promise.reject(new Error('Finding an agent writes nothing.')),
    counters: () => ({
      commits: 0,
      units: 0,
      failedUnits: 0,
      scans: { running: 0, waiting: 0, finished: 0, timeouts: 0 },
    }),
    close: async () => {},
  };
  await find(database, ['workspace'], 'agent');
  return sql;
}

let drafts = 0;
const draft = () => {
  drafts += 1;
  return JSON.stringify({ name: `Agent ${drafts}`, description: 'Made by the benchmark.', systemPrompt: prompt });
};

/** Adds the ID in a response to the others. */
const collector = (ids: string[]) => (body: string) => {
  const id = /"_id"\s*:\s*"(agent_[a-z0-9]+)"/.exec(body)?.[1];
  if (id !== undefined) ids.push(id);
};

async function fill({ port }: Server, { key, ids }: Installed, agents: number): Promise<void> {
  const next = () => wire('POST', '/api/agents', { key, body: draft() });
  while (ids.length < agents) {
    await load({ port, connections: 32, duration: 1_000, next, onBody: collector(ids) });
  }
}

interface Servers {
  readonly one: Server;
  readonly two: Server;
  readonly bare: Server;
}

interface Step {
  readonly operation: string;
  readonly on: Server;
  readonly connections: number;
  next(): string;
  onBody?(body: string): void;
}

/** The result of one round of a step; `cpu` is the server process's CPU time, in microseconds for each request. */
type Round = Measurement & { readonly cpu: number };

const pick = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)] ?? '';

/** Measures every operation on every server. Rounds are interleaved, so that noise of the machine affects all alike. */
async function measureAll({ one, two, bare }: Servers, { key, ids }: Installed, { rounds, duration }: BenchOptions) {
  const doomed: string[] = [];
  const get = () => wire('GET', `/api/agents/${pick(ids)}`, { key });
  const steps = [1, 64].flatMap((connections): Step[] => [
    { operation: 'GET', on: bare, connections, next: get },
    ...[one, two].flatMap((on): Step[] => [
      { operation: 'GET', on, connections, next: get },
      { operation: 'list of 20', on, connections, next: () => wire('GET', '/api/agents?limit=20', { key }) },
      {
        operation: 'POST',
        on,
        connections,
        next: () => wire('POST', '/api/agents', { key, body: draft() }),
        onBody: collector(doomed),
      },
      {
        operation: 'PUT',
        on,
        connections,
        next: () => wire('PUT', `/api/agents/${pick(ids)}`, { key, body: '{"temperature":0.5,"name":"Renamed"}' }),
      },
      {
        operation: 'DELETE',
        on,
        connections,
        next: () => wire('DELETE', `/api/agents/${doomed.pop() ?? ids.pop()}`, { key }),
      },
    ]),
  ]);
  const results = new Map<string, Round[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { operation, on, ...rest } of steps) {
      const before = cpuOf(on);
      const measured = await load({ port: on.port, duration, ...rest });
      const name = nameOf(operation, on.name, rest.connections);
      if (measured.failures > 0) throw new Error(`${name}: ${measured.failures} of ${measured.requests} failed.`);
      const cpu = (cpuOf(on) - before) / measured.requests;
      results.set(name, [...(results.get(name) ?? []), { ...measured, cpu }]);
    }
  }
  return results;
}

const nameOf = (operation: string, server: string, connections: number) => `${operation}, ${server} @${connections}`;

/** The CPU time of a process so far, in microseconds (proc(5), fields 14 and 15, in hundredths of a second). */
function cpuOf({ pid }: Server): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function report(results: ReadonlyMap<string, readonly Round[]>, { agents, rounds, duration }: BenchOptions): string {
  const middle = (name: string, of: keyof Round) => median((results.get(name) ?? []).map((round) => round[of]));
  const bare = (connections: number) => nameOf('GET', 'bare pg', connections);
  const rows = [...results.keys()].map((name) => {
    const rate = middle(name, 'perSecond');
    const share = rate / middle(bare(Number(name.split('@')[1])), 'perSecond');
    // With two processes it is the parent's, which only passes connections on.
    const cpu = name.includes('two') ? '-' : whole(middle(name, 'cpu'));
    return [name, whole(rate), fine(share), fine(middle(name, 'p50')), fine(middle(name, 'p99')), cpu];
  });
  // Compared round by round: in one round, noise of the machine affects both alike.
  const ratio = (connections: number, of: (bare: Round, ours: Round) => number) => {
    const ours = results.get(nameOf('GET', 'one process', connections)) ?? [];
    const pairs = (results.get(bare(connections)) ?? []).flatMap((round, index) => {
      const own = ours[index];
      return own === undefined ? [] : [of(round, own)];
    });
    return median(pairs);
  };
  const targets = [1, 64].flatMap((connections) => [
    {
      what: `GET, bare pg's rate / ours, ${connections} connections`,
      value: ratio(connections, (control, ours) => control.perSecond / ours.perSecond),
      kind: 'most' as const,
      bound: 1.5,
    },
    {
      what: `GET, CPU time of ours / bare pg's, ${connections}`,
      value: ratio(connections, (control, ours) => ours.cpu / control.cpu),
      kind: 'most' as const,
      bound: 1.5,
    },
  ]);
  return [
    `${whole(agents)} agents; medians of ${rounds} rounds of ${duration} ms. PostgreSQL runs beside the load; the ` +
      'two processes (serve --workers 2) may use both cores, and share them with PostgreSQL and the load.',
    table(['operation, server @connections', 'per second', 'x bare GET', 'p50 ms', 'p99 ms', 'CPU µs'], rows),
    targetTable(targets),
  ].join('\n\n');
}
