import { setTimeout as wait } from 'node:timers/promises';
import type { Reply, WebhookMessage } from './request.ts';
import type { PendingDelivery } from './store.ts';

/** A delivery of a round. */
export interface Item {
  readonly position: number;
  readonly type: string;
  readonly line: string;
  readonly isReplayed: boolean;
  /** The event; undefined if it is no longer kept. */
  readonly message: WebhookMessage | undefined;
  /** The stored delivery; undefined before the first attempt. */
  readonly pending: PendingDelivery | undefined;
}

/** The results of a round: the replies of the items that were sent. */
export type Replies = Map<Item, Reply>;

/** Time in which a round begins requests, in ms: with the last of them it ends before a shutdown stops waiting. */
const beginsMs = 3_000;

/** Failures without a success after which a round sends nothing more. */
const hopeless = 20;

/** The manner in which a round is sent. */
export interface Manner {
  readonly atOnce: number;
  /** The shortest time between two requests of a worker, in ms; 0 by default. */
  readonly paceMs?: number;
  readonly signal: AbortSignal;
  send(message: WebhookMessage, signal: AbortSignal): Promise<Reply>;
}

/** Tells if a round may begin another request. */
export function startRound() {
  const began = performance.now();
  const replies: Replies = new Map();
  let [failures, successes, isOver, isBusy] = [0, 0, false, false];
  return {
    replies,
    /** True if the outbound door was full. */
    isBusy: () => isBusy,
    note: (item: Item, reply: Reply): void => {
      isBusy ||= reply.isBusy;
      isOver ||= reply.isBusy;
      if (reply.isBusy) return;
      replies.set(item, reply);
      if (reply.error === null) successes += 1;
      else failures += 1;
      // The receiver wants nothing more.
      if (reply.status === 410) isOver = true;
    },
    mayBegin: (): boolean => !isOver && performance.now() - began < beginsMs && (successes > 0 || failures < hopeless),
  };
}

type Round = ReturnType<typeof startRound>;

/**
 * Sends lines at the same time, and the items of each one after the other; a line ends with its first failure. Items
 * that the round has no time for are left without a reply.
 */
export async function sendLines(round: Round, lines: readonly (readonly Item[])[], manner: Manner): Promise<void> {
  const queue = lines.values();
  const work = async () => {
    for (const line of queue) await sendLine(round, line, manner);
  };
  await together(Array.from({ length: Math.min(manner.atOnce, lines.length) }, work));
}

async function sendLine(round: Round, line: readonly Item[], manner: Manner): Promise<void> {
  for (const item of line) {
    if (!round.mayBegin()) return;
    if (!(await sendOne(round, item, manner))) return;
  }
}

/** Sends items one at a time in their order, each at a pace; of a line, nothing follows a failure. */
export async function sendInOrder(round: Round, items: readonly Item[], manner: Manner): Promise<void> {
  const failed = new Set<string>();
  for (const item of items) {
    if (!round.mayBegin()) return;
    if (failed.has(item.line)) continue;
    const paced = wait(manner.paceMs ?? 0, undefined, { signal: manner.signal });
    const [isSent] = await together([sendOne(round, item, manner), paced]);
    if (isSent === false) failed.add(item.line);
  }
}

/** Sends an item and notes its reply; false if that is a failure. An event that is no longer kept holds up nothing. */
async function sendOne(round: Round, item: Item, { send, signal }: Manner): Promise<boolean> {
  if (item.message === undefined) return true;
  signal.throwIfAborted();
  const reply = await send(item.message, signal);
  round.note(item, reply);
  return reply.error === null;
}

/** Like `Promise.all`, but it waits for all of them before it rejects, so that nothing goes on behind a round. */
export async function together<Results extends readonly unknown[]>(
  work: {
    readonly [Index in keyof Results]: Promise<Results[Index]>;
  },
): Promise<Results> {
  const settled = await Promise.allSettled(work as readonly Promise<unknown>[]);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as Results;
}
