import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendAndSync } from './disk.ts';
import { load, type Measurement, median, wire } from './load.ts';
import { type Server, start } from './processes.ts';
import { fine, type Target, table, targetTable, whole } from './report.ts';

/** How large a run is. */
export interface BenchOptions {
  /** Agents in the database. */
  readonly agents: number;
  /** Rounds; the medians over them are reported. */
  readonly rounds: number;
  /** Milliseconds of each measurement. */
  readonly duration: number;
  /** Where the data lies: on the disk that is meant. */
  readonly folder: string;
}

const parley = 'apps/server/bin/parley.mjs';
const hotSet = 2_000;
const prompt = 'You are a careful assistant who answers from what you know. '.repeat(17);

interface Installed {
  readonly dataDir: string;
  readonly key: string;
  readonly workspace: string;
  readonly ids: string[];
}

/** `npm run bench`: the agents API beside its controls, all in one run. */
export async function benchAgents(options: BenchOptions): Promise<string> {
  const dataDir = mkdtempSync(join(options.folder, 'parley-bench-'));
  try {
    const fresh = await startParley(mkdtempSync(join(dataDir, 'fresh-')));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const idle = fresh.memory();
    await fresh.stop();
    const installed = install(dataDir);
    const server = await startParley(dataDir);
    await fill(server, installed, options.agents);
    const controls = await startControls(installed);
    const results = await measureAll({ server, ...controls }, installed, options);
    const mixed = await measureMixed(server, installed, options);
    const disk = appendAndSync(dataDir, options.duration);
    const started = { ready: fresh.ready, idle, loaded: server.memory() };
    for (const each of [server, controls.bare, controls.handwritten]) await each.stop();
    return report({ results, mixed, disk, started }, options);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

const startParley = (dataDir: string) =>
  start('parley', {
    args: ['apps/server/dist/main.js', 'serve', '--data-dir', dataDir],
    env: { PARLEY_PLAN_LIMITS: 'free=9000000,pro=9000000,business=9000000', LOG_LEVEL: 'error' },
    path: '/readyz',
  });

function install(dataDir: string): Installed {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [parley, ...args, '--data-dir', dataDir], { encoding: 'utf8' });
  const email = 'bench@example.com';
  const made = JSON.parse(run('user', 'create', '--email', email, '--json')) as { workspace: { _id: string } };
  const scopes = 'agents:read,agents:write,workspace:admin';
  const key = run('key', 'create', '--email', email, '--name', 'bench', '--scopes', scopes).trim();
  return { dataDir, key, workspace: made.workspace._id, ids: [] };
}

let drafts = 0;
const draft = () => {
  drafts += 1;
  return JSON.stringify({ name: `Agent ${drafts}`, description: 'Made by the benchmark.', systemPrompt: prompt });
};
const idOf = (body: string) => /"_id":"(agent_[a-z0-9]+)"/.exec(body)?.[1];

/** Makes the agents over the API itself. */
async function fill({ port }: Server, { key, ids }: Installed, agents: number): Promise<void> {
  while (ids.length < agents) {
    const collect = (body: string) => {
      const id = idOf(body);
      if (id !== undefined) ids.push(id);
    };
    await load({
      port,
      connections: 64,
      duration: 1_000,
      next: () => wire('POST', '/api/agents', { key, body: draft() }),
      onBody: collect,
    });
  }
  ids.length = agents;
}

async function startControls({ dataDir, key, workspace }: Installed) {
  const bodyFile = join(dataDir, 'body.json');
  const agent = {
    _id: 'agent_01m7yd5sjge8pav4r2qz3s6rwb',
    ...(JSON.parse(draft()) as object),
    model: 'builtin/extract',
    temperature: 0.7,
    status: 'active',
    workspace,
    knowledgeSources: [],
    createdAt: '2026-11-21T06:37:22.384Z',
    updatedAt: '2026-11-21T06:37:22.384Z',
  };
  writeFileSync(bodyFile, JSON.stringify({ success: true, data: agent }));
  const bare = await start('bare node:http', { args: ['bench/controls/bare.mjs'], env: { BODY_FILE: bodyFile } });
  const handwritten = await start('hand-written', {
    args: ['bench/controls/handwritten.mjs'],
    env: { DATABASE_FILE: join(dataDir, 'parley.db'), KEY: key, WORKSPACE: workspace },
    path: '/health',
  });
  return { bare, handwritten };
}

interface Servers {
  readonly server: Server;
  readonly bare: Server;
  readonly handwritten: Server;
}

interface Step {
  readonly name: string;
  readonly on: Server;
  readonly connections: number;
  next(): string;
  onBody?(body: string): void;
}

const pick = <Item>(items: readonly Item[], among = items.length): Item =>
  items[Math.floor(Math.random() * among)] as Item;

/** Every operation on every server, the rounds interleaved so that the machine's moods fall on all alike. */
async function measureAll({ server, bare, handwritten }: Servers, { key, ids }: Installed, options: BenchOptions) {
  const get = (among: number) => () => wire('GET', `/api/agents/${pick(ids, among)}`, { key });
  const doomed: string[] = [];
  const collect = (body: string) => {
    const id = idOf(body);
    if (id !== undefined) doomed.push(id);
  };
  const steps = [1, 64].flatMap((connections): Step[] => [
    { name: 'GET, bare node:http', on: bare, connections, next: () => wire('GET', '/', { key }) },
    { name: 'GET hot, hand-written', on: handwritten, connections, next: get(hotSet) },
    { name: 'GET hot', on: server, connections, next: get(hotSet) },
    { name: 'GET uniform, hand-written', on: handwritten, connections, next: get(ids.length) },
    { name: 'GET uniform', on: server, connections, next: get(ids.length) },
    { name: 'list of 20', on: server, connections, next: () => wire('GET', '/api/agents?limit=20', { key }) },
    {
      name: 'POST',
      on: server,
      connections,
      next: () => wire('POST', '/api/agents', { key, body: draft() }),
      onBody: collect,
    },
    {
      name: 'PUT',
      on: server,
      connections,
      next: () => wire('PUT', `/api/agents/${pick(ids)}`, { key, body: '{"temperature":0.5,"name":"Renamed"}' }),
    },
    {
      name: 'DELETE',
      on: server,
      connections,
      next: () => wire('DELETE', `/api/agents/${doomed.pop() ?? ids.pop()}`, { key }),
    },
  ]);
  const results = new Map<string, Measurement[]>();
  for (let round = 0; round < options.rounds; round += 1) {
    for (const { name, on, ...rest } of steps) {
      const measured = await load({ port: on.port, duration: options.duration, ...rest });
      if (measured.failures > 0) throw new Error(`${name}: ${measured.failures} of ${measured.requests} failed.`);
      const known = `${name} @${rest.connections}`;
      results.set(known, [...(results.get(known) ?? []), measured]);
    }
  }
  return new Map([...results].map(([name, rounds]) => [name, middle(rounds)]));
}

const middle = (rounds: readonly Measurement[]) => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50: median(rounds.map((round) => round.p50)),
  p99: median(rounds.map((round) => round.p99)),
});

type Middle = ReturnType<typeof middle>;

/** The latency of 1,000 GET a second, alone and beside 1,000 durable POST a second. */
async function measureMixed({ port }: Server, { key, ids }: Installed, { rounds, duration }: BenchOptions) {
  const gets = () =>
    load({
      port,
      connections: 16,
      duration: duration * 2,
      rate: 1_000,
      next: () => wire('GET', `/api/agents/${pick(ids)}`, { key }),
    });
  const posts = () =>
    load({
      port,
      connections: 32,
      duration: duration * 2,
      rate: 1_000,
      next: () => wire('POST', '/api/agents', { key, body: draft() }),
    });
  const alone: Measurement[] = [];
  const beside: Measurement[] = [];
  const writes: Measurement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await gets());
    const [reading, writing] = await Promise.all([gets(), posts()]);
    beside.push(reading);
    writes.push(writing);
  }
  return { alone: middle(alone), beside: middle(beside), writes: middle(writes) };
}

interface Results {
  readonly results: ReadonlyMap<string, Middle>;
  readonly mixed: Awaited<ReturnType<typeof measureMixed>>;
  readonly disk: ReturnType<typeof appendAndSync>;
  readonly started: { readonly ready: number; readonly idle: number; readonly loaded: number };
}

function report({ results, mixed, disk, started }: Results, { agents, rounds, duration }: BenchOptions): string {
  const at = (name: string) => {
    const found = results.get(name);
    if (found === undefined) throw new Error(`Nothing was measured as ${name}.`);
    return found;
  };
  const rate = (name: string) => at(name).perSecond;
  const rows = [...results].map(([name, { perSecond, p50, p99 }]) => {
    const bare = rate(`GET, bare node:http @${name.split('@')[1]}`);
    return [name, whole(perSecond), fine(perSecond / bare), fine(p50), fine(p99)];
  });
  const mixedRow = (name: string, { perSecond, p50, p99 }: Middle) => [name, whole(perSecond), fine(p50), fine(p99)];
  const targets: Target[] = [
    {
      what: 'GET hot / bare, 64 connections',
      value: rate('GET hot @64') / rate('GET, bare node:http @64'),
      kind: 'least',
      bound: 0.3,
    },
    {
      what: 'GET uniform / bare, 64',
      value: rate('GET uniform @64') / rate('GET, bare node:http @64'),
      kind: 'least',
      bound: 0.22,
    },
    {
      what: 'GET hot / hand-written, 64',
      value: rate('GET hot @64') / rate('GET hot, hand-written @64'),
      kind: 'least',
      bound: 0.65,
    },
    {
      what: 'GET uniform / hand-written, 64',
      value: rate('GET uniform @64') / rate('GET uniform, hand-written @64'),
      kind: 'least',
      bound: 0.65,
    },
    { what: 'POST / append and fdatasync, 64', value: rate('POST @64') / disk.perSecond, kind: 'least', bound: 3 },
    { what: 'p99 of GET beside POST, ms', value: mixed.beside.p99, kind: 'most', bound: 5 },
    { what: 'the same / read-only p99', value: mixed.beside.p99 / mixed.alone.p99, kind: 'most', bound: 4 },
    { what: 'ready, ms', value: started.ready, kind: 'most', bound: 1000 },
    { what: 'idle memory, MiB', value: started.idle, kind: 'most', bound: 120 },
  ];
  return [
    `${whole(agents)} agents; medians of ${rounds} rounds of ${duration} ms; hot: ${whole(hotSet)} of them.`,
    table(['operation @connections', 'per second', 'x bare', 'p50 ms', 'p99 ms'], rows),
    table(
      ['at a fixed rate', 'per second', 'p50 ms', 'p99 ms'],
      [
        mixedRow('GET alone', mixed.alone),
        mixedRow('GET beside POST', mixed.beside),
        mixedRow('POST beside GET', mixed.writes),
      ],
    ),
    `Disk: ${whole(disk.perSecond)} appends of 4 KiB with fdatasync a second (p50 ${fine(disk.p50)} ms). ` +
      `Ready in ${whole(started.ready)} ms; ${whole(started.idle)} MiB idle, ${whole(started.loaded)} MiB after the load.`,
    targetTable(targets),
  ].join('\n\n');
}
