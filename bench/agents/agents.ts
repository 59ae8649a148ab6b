import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Installed, install, startParley } from '../shared/installation.ts';
import { load, type Measurement, median, wire } from '../shared/load.ts';
import type { BenchOptions } from '../shared/options.ts';
import { type Server, start } from '../shared/processes.ts';
import { appendAndSync } from '../storage/disk.ts';
import { draft, fill, idOf, pick } from './agents-data.ts';
import { type Middle, report } from './agents-report.ts';

/**
 * Milliseconds without a request after which the server counts as idle. The garbage of its start is collected by then.
 */
const idleTime = 30_000;

/** `npm run bench`: the agents API beside its controls, all in one run. */
export async function benchAgents(options: BenchOptions): Promise<string> {
  const dataDir = mkdtempSync(join(options.folder, 'parley-bench-'));
  try {
    const fresh = await startParley(mkdtempSync(join(dataDir, 'fresh-')));
    const began = fresh.memory();
    await new Promise((resolve) => setTimeout(resolve, idleTime));
    const idle = fresh.memory();
    await fresh.stop();
    const installed = install(dataDir, 'agents:read,agents:write,workspace:admin');
    const server = await startParley(dataDir);
    await fill(server, installed, options.agents);
    const controls = await startControls(installed);
    const results = await measureAll({ server, ...controls }, installed, options);
    const mixed = await measureMixed(server, installed, options);
    const disk = appendAndSync(dataDir, options.duration);
    const started = { ready: fresh.ready, began, idle, loaded: server.memory() };
    for (const each of [server, controls.bare, controls.handwritten]) await each.stop();
    return report({ results, mixed, disk, started }, options);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
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

/** Measures every operation on every server. Rounds are interleaved, so that noise of the machine affects all alike. */
async function measureAll({ server, bare, handwritten }: Servers, { key, ids }: Installed, options: BenchOptions) {
  // Deletions may remove some of them, so the number is read each time.
  const get = (among?: number) => () => wire('GET', `/api/agents/${pick(ids, among)}`, { key });
  const doomed: string[] = [];
  const collect = (body: string) => {
    const id = idOf(body);
    if (id !== undefined) doomed.push(id);
  };
  const steps = [1, 64].flatMap((connections): Step[] => [
    { name: 'GET, bare node:http', on: bare, connections, next: () => wire('GET', '/', { key }) },
    { name: 'GET hot, hand-written', on: handwritten, connections, next: get(options.hotSet) },
    { name: 'GET hot', on: server, connections, next: get(options.hotSet) },
    { name: 'GET uniform, hand-written', on: handwritten, connections, next: get() },
    { name: 'GET uniform', on: server, connections, next: get() },
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

const middle = (rounds: readonly Measurement[]): Middle => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  p50: median(rounds.map((round) => round.p50)),
  p99: median(rounds.map((round) => round.p99)),
});

/** Measures the latency of 1,000 GET a second, alone and beside 1,000 durable POST a second. */
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
  // A round that doesn't count clears the effects of full load: a long write-ahead log, a grown heap.
  await Promise.all([gets(), posts()]);
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await gets());
    const [reading, writing] = await Promise.all([gets(), posts()]);
    beside.push(reading);
    writes.push(writing);
  }
  return { alone: middle(alone), beside: middle(beside), writes: middle(writes) };
}
