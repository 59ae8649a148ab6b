/**
 * The process of the neighbours: separate from the one that measures, so that the cost of an attack for its author
 * delays no measurement. Its parent sends orders; it answers when they are done.
 */
import { setMaxListeners } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFakeProvider } from '../../apps/server/testing/servers/fake-provider.ts';
import { createTally, type Tally, type Totals } from './judging/tally.ts';
import { neighbours } from './neighbours/index.ts';
import type { Facts, Neighbour, Site, Size } from './neighbours/neighbour.ts';
import { createClient, type From } from './tenants/client.ts';
import { startTarpit } from './tenants/tarpit.ts';

/** Credentials and facts of a neighbour. */
export interface Assignment {
  readonly from: From;
  readonly session: From;
  readonly facts: Facts;
}

/** An order of the parent. */
export type Order =
  | {
      readonly do: 'prepare';
      readonly size: Size;
      readonly victim: string;
      readonly assignments: Readonly<Record<string, Assignment>>;
    }
  | { readonly do: 'start'; readonly names: readonly string[] }
  /** Wait until those that attack have done their least. */
  | { readonly do: 'wait' }
  | { readonly do: 'stop' };

/** Its answer: the totals of all neighbours, and their failures since the last answer. */
export interface Report {
  readonly totals: Readonly<Record<string, Totals>>;
  readonly failures: readonly string[];
}

/** A message to this process, and one from it; the first one from it names the URLs of its provider and of its tarpit. */
export type Letter = { readonly id: number; readonly order: Order };
export type Reply =
  | { readonly id: number; readonly report: Report }
  | { readonly provider: string; readonly tarpit: string };

/** Niceness in a run that judges times: it always gives way to the server and to the process that measures. */
const niceness = 19;

/** Time in which neighbours must do their least, in ms: a busy machine slows them down as it does the server. */
const patience = 120_000;

const provider = await startFakeProvider({ remembers: false });
const tarpit = await startTarpit();
const tallies = new Map<string, Tally>(neighbours.map(({ name }) => [name, createTally()]));
let prepared: Extract<Order, { do: 'prepare' }> | undefined;
const failures: string[] = [];

/** The neighbours that attack. */
interface Running {
  readonly chosen: readonly Neighbour[];
  readonly signal: AbortSignal;
  readonly ended: Promise<unknown>;
  end(): void;
}
let running: Running | undefined;

/** Attacks until the end, and then deletes what it has stored. Returns why it could not. */
async function run(neighbour: Neighbour, signal: AbortSignal): Promise<string[]> {
  const assignment = prepared?.assignments[neighbour.name];
  if (prepared === undefined || assignment === undefined) return [`${neighbour.name}: was not prepared`];
  const { size, victim } = prepared;
  const client = createClient(assignment.from);
  const tally = tallies.get(neighbour.name) ?? createTally();
  const site: Site = { ...assignment, size, victim, client, provider, tarpit: tarpit.url, signal, tally };
  try {
    await neighbour.attack(site);
    client.close();
    await neighbour.tidy?.(site);
    return [];
  } catch (error) {
    return [`${neighbour.name}: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    client.close();
  }
}

function start(names: readonly string[]): Running {
  const controller = new AbortController();
  const { signal } = controller;
  // Each connection of an attack listens for its end.
  setMaxListeners(0, signal);
  const chosen = neighbours.filter(({ name }) => names.includes(name));
  const attacks = Promise.all(chosen.map((neighbour) => run(neighbour, signal)));
  const ended = attacks.then((lists) => failures.push(...lists.flat()));
  return { chosen, signal, ended, end: () => controller.abort() };
}

async function wait({ chosen, signal }: Running): Promise<void> {
  const isLazy = ({ name, least }: Neighbour) => {
    const counts = tallies.get(name)?.totals.counts ?? {};
    return Object.entries(least[prepared?.size ?? 'small']).some(([what, number]) => (counts[what] ?? 0) < number);
  };
  const deadline = performance.now() + patience;
  while (chosen.some(isLazy) && !signal.aborted && performance.now() < deadline) await sleep(50);
}

async function obey(order: Order): Promise<Report> {
  if (order.do === 'prepare') {
    prepared = order;
    if (order.size === 'full') setPriority(niceness);
  }
  if (order.do === 'start') running = start(order.names);
  if (order.do === 'wait' && running !== undefined) await wait(running);
  if (order.do === 'stop') {
    running?.end();
    await running?.ended;
    running = undefined;
  }
  const totals = Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.totals]));
  return { totals, failures: failures.splice(0) };
}

const answer = (reply: Reply) => process.send?.(reply);
process.on('message', ({ id, order }: Letter) => {
  void obey(order).then((report) => answer({ id, report }));
});
process.on('disconnect', () => process.exit());
answer({ provider: provider.url, tarpit: tarpit.url });
