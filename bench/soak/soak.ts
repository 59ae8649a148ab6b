import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../apps/server/src/storage/database.ts';
import { startFakeProvider } from '../../apps/server/testing/servers/fake-provider.ts';
import { percentile } from '../shared/load.ts';
import { startControl } from './control.ts';
import type { Assignment } from './hostile.ts';
import { type Installation, install, pepper } from './installation.ts';
import { readProcess, type Sample, sample } from './judging/samples.ts';
import { type Settled, settle, spareDescriptors } from './judging/settle.ts';
import type { Totals } from './judging/tally.ts';
import { openNeighbourhood } from './neighbourhood.ts';
import type { Neighbour, Size } from './neighbours/neighbour.ts';
import { type Phase, phasesOf, shortestJudged } from './phases.ts';
import { build, type SoakServer, startServer } from './server.ts';
import { openStore, type Store } from './store.ts';
import { type ChoreName, type Chores, choreNames, type Receiver, startReceiver } from './tenants/chores.ts';
import type { SteadyReads } from './tenants/steady.ts';
import { startTenant } from './tenants/tenant.ts';

/** A phase and what was measured in it. */
export interface Measured {
  readonly phase: Phase;
  /** The state after it; undefined if the server had ended. */
  readonly after: Sample | undefined;
  /** The largest readings in it. */
  readonly peak: { readonly resident: number; readonly descriptors: number };
  /** The times of the tenant's steady reads, in ms. */
  readonly reads: Times;
  /** The same of the control, meanwhile. */
  readonly control: Times;
  /** The same of the tenant's work in the background. */
  readonly chores: Readonly<Record<ChoreName, Times>>;
}

/** Durations of reads, in ms. */
interface Times {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Everything that a run on one engine has shown. */
export interface Outcome {
  readonly engine: Engine;
  readonly seconds: number;
  readonly size: Size;
  readonly measured: readonly Measured[];
  readonly tenant: { readonly requests: number; readonly failed: number; readonly failures: readonly string[] };
  readonly totals: Readonly<Record<string, Totals>>;
  /** Neighbours that could not do or delete what they had to. */
  readonly neighbourFailures: readonly string[];
  readonly settled: Settled;
  /** Exit code or signal of the server after SIGTERM. */
  readonly exit: number | string;
  /** True if the server had ended before. */
  readonly died: boolean;
  readonly log: string;
}

/** Duration of a run, and its neighbours. */
export interface Plan {
  readonly engine: Engine;
  readonly seconds: number;
  /** True if the neighbours have their full size in a short run, too. */
  readonly full: boolean;
  readonly neighbours: readonly Neighbour[];
  /** Told what happens. */
  onProgress(line: string): void;
}

const sizeOf = ({ seconds, full }: Plan): Size => (full || seconds >= shortestJudged ? 'full' : 'small');

/** Interval between reads of the process's figures during a phase, in ms. */
const glance = 250;

/** Max wait for connections to close at the end of a turn, in ms. */
const longestClosing = 3_000;

/** Runs the server on one engine beside the neighbours; undefined if this machine lacks the engine. */
export async function soak(plan: Plan): Promise<Outcome | undefined> {
  build();
  const folder = mkdtempSync(join(tmpdir(), 'parley-soak-'));
  const store = await openStore(plan.engine, folder);
  try {
    return store && (await withData(plan, store, join(folder, 'server.log')));
  } finally {
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withData(plan: Plan, store: Store, log: string): Promise<Outcome> {
  const size = sizeOf(plan);
  const installation = await install(store, plan.neighbours, size);
  const provider = await startFakeProvider({ remembers: false });
  const neighbourhood = await openNeighbourhood();
  const control = await startControl();
  const receiver = await startReceiver();
  const env = {
    ...{ PARLEY_KEY_PEPPER: pepper, LOG_LEVEL: 'info', PARLEY_PLAN_LIMITS: 'business=9999999' },
    // Low enough to be met within a turn.
    PARLEY_PLAN_QUOTAS: 'pro.agents=100',
    ...{ PARLEY_PROVIDERS: 'fake,burst', FAKE_BASE_URL: provider.url, BURST_BASE_URL: neighbourhood.provider },
    PARLEY_ALLOW_PRIVATE_HOSTS: `${receiver.host},${new URL(neighbourhood.tarpit).host}`,
    ...(store.databaseUrl !== undefined && { DATABASE_URL: store.databaseUrl }),
  };
  const server = await startServer(store.dataDir, { env, log });
  try {
    const assignments = assign(installation, plan.neighbours, server.url);
    await neighbourhood.prepare({ size, victim: installation.tenant.email, assignments });
    const empties = plan.neighbours.filter(({ empties }) => empties === true);
    const emptied = empties.map(({ name }) => installation.neighbours.get(name)?.person.workspace ?? '');
    return await run(plan, { store, server, installation, provider, neighbourhood, control, receiver, emptied });
  } finally {
    server.kill();
    neighbourhood.close();
    await control.stop();
    await receiver.close();
    await provider.close();
  }
}

function assign(installation: Installation, neighbours: readonly Neighbour[], url: string) {
  const assignments: Record<string, Assignment> = {};
  for (const [index, { name }] of neighbours.entries()) {
    const given = installation.neighbours.get(name);
    if (given === undefined) continue;
    const { person, facts } = given;
    const address = `127.0.1.${index + 1}`;
    assignments[name] = {
      from: { url, address, headers: { authorization: `Bearer ${person.key}` } },
      session: { url, address: `127.0.2.${index + 1}`, headers: { cookie: person.cookie, origin: url } },
      facts,
    };
  }
  return assignments;
}

interface Stage {
  readonly store: Store;
  readonly server: SoakServer;
  readonly installation: Installation;
  readonly provider: Awaited<ReturnType<typeof startFakeProvider>>;
  readonly neighbourhood: Awaited<ReturnType<typeof openNeighbourhood>>;
  readonly control: SteadyReads;
  readonly receiver: Receiver;
  /** The workspaces that are empty in the end. */
  readonly emptied: readonly string[];
}

async function run(plan: Plan, stage: Stage): Promise<Outcome> {
  const { store, server, installation, provider, neighbourhood, control, receiver, emptied } = stage;
  const rows = await store.rows(emptied);
  const started = performance.now();
  const tenant = await startTenant(server.url, { person: installation.tenant, provider, receiver });
  const measured: Measured[] = [];
  const neighbourFailures: string[] = [];
  let totals: Readonly<Record<string, Totals>> = {};
  const names = plan.neighbours.map(({ name }) => name);
  for (const phase of phasesOf(plan.seconds, names)) {
    if (server.ended() !== undefined) break;
    await neighbourhood.start(phase.neighbours);
    const until = { milliseconds: phase.seconds * 1_000, enough: neighbourhood.enough() };
    const seen = await watch(server, { reads: tenant.steady, control, chores: tenant.chores }, until);
    const stopped = await neighbourhood.stop();
    totals = stopped.totals;
    neighbourFailures.push(...stopped.failures);
    await untilClosed(server, measured[0]?.peak.descriptors);
    measured.push({ phase, ...seen, after: await sample(server, store, started) });
    const [p99, controlled] = [seen.reads.p99.toFixed(1), seen.control.p99.toFixed(1)];
    plan.onProgress(
      `${plan.engine}: ${phase.name}: ${seen.reads.count} reads, p99 ${p99} ms, control ${controlled} ms`,
    );
  }
  const died = server.ended() !== undefined;
  await tenant.stop();
  const settled = await settle({ store, server, emptied, before: rows, alone: measured[0]?.peak.descriptors ?? 0 });
  return {
    ...{ engine: plan.engine, seconds: plan.seconds, size: sizeOf(plan), measured, totals, neighbourFailures },
    ...{ settled, died },
    tenant: { ...tenant.counts(), failures: tenant.failures },
    exit: await server.stop(),
    log: server.log,
  };
}

/**
 * Waits until the server has closed the connections that a neighbour left open, or not much longer. Ten thousand
 * connections that close at the same time delay the reads beside the next neighbour.
 */
async function untilClosed(server: SoakServer, usual = Number.POSITIVE_INFINITY): Promise<void> {
  for (let waited = 0; waited < longestClosing; waited += glance) {
    const descriptors = readProcess(server.pid)?.descriptors ?? 0;
    if (descriptors <= usual + spareDescriptors) return;
    await sleep(glance);
  }
}

/**
 * Measures the steady reads of the tenant and of the control, and reads the process for a while, and until the
 * neighbours have done enough. Ends early with the server.
 */
async function watch(
  server: SoakServer,
  { reads, control, chores }: { readonly reads: SteadyReads; readonly control: SteadyReads; readonly chores: Chores },
  until: { milliseconds: number; enough: Promise<unknown> },
) {
  const peak = { resident: 0, descriptors: 0 };
  let isEnough = false;
  const enough = until.enough.then(() => {
    isEnough = true;
  });
  for (const each of [reads, control, chores]) each.record();
  for (const end = performance.now() + until.milliseconds; !isEnough || performance.now() < end; ) {
    const reading = readProcess(server.pid);
    if (reading === undefined || server.ended() !== undefined) break;
    peak.resident = Math.max(peak.resident, reading.resident);
    peak.descriptors = Math.max(peak.descriptors, reading.descriptors);
    await Promise.race([sleep(glance), ...(isEnough ? [sleep(Math.max(1, end - performance.now()))] : [])]);
  }
  // A rejection has its meaning where the next order is sent.
  enough.catch(() => {});
  const [times, controlled] = await Promise.all([reads.recorded(), control.recorded()]);
  // Chores that began beside the neighbours end beside them.
  const done = await chores.recorded();
  const ofChores = choreNames.map((name) => [name, timesOf(done[name])] as const);
  return {
    ...{ peak, reads: timesOf(times), control: timesOf(controlled) },
    chores: Object.fromEntries(ofChores) as Measured['chores'],
  };
}

function timesOf(times: readonly number[]): Times {
  const sorted = [...times].sort((one, other) => one - other);
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
  return { count: sorted.length, p50, p99, longest: sorted.at(-1) ?? Number.NaN };
}
