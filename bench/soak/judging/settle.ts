import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SoakServer } from '../server.ts';
import type { Store } from '../store.ts';
import { readProcess } from './samples.ts';

/** State after every client has gone. */
export interface Settled {
  /** Open descriptors while the tenant was alone, and at the end; undefined if the server had ended. */
  readonly descriptors: { readonly before: number; readonly after: number } | undefined;
  /** Tables that have more rows than at the start. */
  readonly grown: readonly { readonly table: string; readonly before: number; readonly after: number }[];
  readonly log: LogSummary;
}

/** Summary of the log. */
export interface LogSummary {
  readonly bytes: number;
  readonly lines: number;
  /** The number of lines by message. */
  readonly messages: Readonly<Record<string, number>>;
  /** Number of times that the server had to wait too long to read one row: it is starved, or the machine is. */
  readonly stalls: number;
  /** The first lines that report a bug or a fatal error. */
  readonly bugs: readonly string[];
}

/** Time for jobs, time limits and closed connections to end, in ms. */
const patience = 90_000;

/**
 * Descriptors that may stay open beside those of the first phase: resources that are opened at their first use, such as
 * connections to the database and to providers, and threads for reads. A leak of a neighbour is counted in hundreds.
 */
export const spareDescriptors = 24;

/** Max lines of bugs that are kept. */
const mostBugs = 5;

/** The state to which a run returns. */
interface Settling {
  readonly store: Store;
  readonly server: SoakServer;
  /** The workspaces that must be empty. */
  readonly emptied: readonly string[];
  /** The rows at the start, without those workspaces. */
  readonly before: Readonly<Record<string, number>>;
  /** Descriptors while the tenant was alone. */
  readonly alone: number;
}

/** Waits until descriptors and rows are as at the start, or until it is clear that they won't be. */
export async function settle({ store, server, emptied, before, alone }: Settling): Promise<Settled> {
  const deadline = performance.now() + patience;
  for (;;) {
    const after = readProcess(server.pid)?.descriptors;
    const descriptors = after === undefined || server.ended() !== undefined ? undefined : { before: alone, after };
    const grown = await grownTables(store, emptied, before);
    const isDone = grown.length === 0 && (descriptors?.after ?? 0) <= alone + spareDescriptors;
    if (isDone || descriptors === undefined || performance.now() > deadline) {
      return { descriptors, grown, log: readLog(server.log) };
    }
    await sleep(200);
  }
}

async function grownTables(store: Store, emptied: readonly string[], before: Settling['before']) {
  const others = await store.rows(emptied);
  const all = await store.rows([]);
  const compared = Object.entries(others).map(([table, after]) => ({ table, before: before[table] ?? 0, after }));
  const left = Object.entries(all).map(([table, after]) => ({
    table: `${table} of emptied workspaces`,
    before: 0,
    after: after - (others[table] ?? 0),
  }));
  return [...compared, ...left].filter(({ before: was, after }) => after > was);
}

/** The message of the watch of permissions if it was held up; see `access/callers.ts`. */
const stall = /could not be read within \d+ ms/;

/** Lines of the levels error and fatal are bugs, but for requests that failed by a documented code and for stalls. */
function readLog(file: string): LogSummary {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  const messages: Record<string, number> = {};
  const bugs: string[] = [];
  let stalls = 0;
  for (const line of lines) {
    const { level, msg } = entryOf(line);
    messages[msg] = (messages[msg] ?? 0) + 1;
    const isStall = stall.test(line);
    if (isStall) stalls += 1;
    const isBug = level >= 50 && msg !== 'request failed' && !isStall;
    if (isBug && bugs.length < mostBugs) bugs.push(line.slice(0, 1_000));
  }
  return { bytes: Buffer.byteLength(text), lines: lines.length, messages, stalls, bugs };
}

function entryOf(line: string): { level: number; msg: string } {
  if (!line.startsWith('{')) return { level: 0, msg: 'plain text' };
  const { level = 0, msg = '' } = JSON.parse(line) as { level?: number; msg?: string };
  return { level, msg };
}
