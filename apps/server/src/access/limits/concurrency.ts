import { AppError } from '../../errors.ts';
import type { Plan } from '../../plans.ts';
import { maxReplies, type PlanConcurrency, type SlotKind, slotKinds } from './concurrency-settings.ts';

/** An account that takes slots; its plan sets the limits. */
export interface SlotAccount {
  readonly id: string;
  readonly plan: string;
  /** Max slots of a kind, in place of the plan's. */
  readonly most?: Readonly<Partial<Record<SlotKind, number>>>;
}

/** Frees a slot; further calls do nothing. */
export type Free = () => void;

/** The slots of an account in use, and its limit, for each kind. */
export type SlotUse = Readonly<Record<SlotKind, { readonly limit: number; readonly used: number }>>;

/** The decision on a claim: the function that releases the slot, or the number in use if there are too many. */
export type Claimed = { readonly release: () => void } | { readonly used: number };

/** Counts the slots that all processes of the installation have in use. */
export interface SharedSlots {
  /** Claims a slot among those of all processes; grants it if they can't be asked. */
  claim(kind: SlotKind, account: string, limit: number): Promise<Claimed>;
  /** Number of slots that all processes have in use; undefined if they can't be asked. */
  used(kind: SlotKind, account: string): Promise<number | undefined>;
  /** Stops renewing the slots of this process. */
  close(): void;
}

/** Why a slot was refused: by the plan, by the account's share of a busy process, or because the process is full. */
export const refusalReasons = ['plan', 'share', 'full'] as const;
type RefusalReason = (typeof refusalReasons)[number];

/** Counts of slots in this process, for the metrics. */
export interface SlotCounters {
  /** The slots in use. */
  open(kind: SlotKind): number;
  /** The slots refused since the start. */
  refused(kind: SlotKind, reason: RefusalReason): number;
}

/** Options that all accounts share. */
interface ConcurrencyOptions {
  /** Max replies of all accounts in this process. */
  readonly capacity?: number | undefined;
  /** The slots of other processes; undefined if each process counts alone. */
  readonly shared?: SharedSlots | undefined;
}

/** The error's words if there are too many of a kind, and the time until a retry makes sense, in seconds. */
const words: Readonly<Record<SlotKind, { tooMany: string; retryAfter: number }>> = {
  replies: { tooMany: 'Too many replies are being written', retryAfter: 2 },
  streams: { tooMany: 'Too many streams are open', retryAfter: 5 },
  exports: { tooMany: 'Too many exports are running', retryAfter: 10 },
};

export type Concurrency = ReturnType<typeof createConcurrency>;

/**
 * Counts the work of each account that is under way at the same time: a slot is taken before the work starts and freed
 * when it ends. Work beyond the limit of the plan is refused.
 *
 * The replies that one process can write are shared by a dynamic threshold: an account may have as many as are free. So
 * an account alone gets at most half, n greedy ones leave 1/(n + 1) free, and one without replies is refused last.
 */
export function createConcurrency(limits: PlanConcurrency, { capacity = maxReplies, shared }: ConcurrencyOptions = {}) {
  const open = byKind(() => new Map<string, number>());
  const totals = byKind(() => ({ open: 0, plan: 0, share: 0, full: 0 }));
  const limitOf = (kind: SlotKind, plan: string) => limits[kind][plan as Plan] ?? limits[kind].free;
  const ownOf = (kind: SlotKind, account: string) => open[kind].get(account) ?? 0;

  const set = (kind: SlotKind, account: string, own: number) => {
    totals[kind].open += own - ownOf(kind, account);
    if (own === 0) open[kind].delete(account);
    else open[kind].set(account, own);
  };
  const occupy = (kind: SlotKind, account: string): Free => {
    set(kind, account, ownOf(kind, account) + 1);
    let isFreed = false;
    return () => {
      if (!isFreed) set(kind, account, ownOf(kind, account) - 1);
      isFreed = true;
    };
  };
  const refuse = (
    kind: SlotKind,
    reason: RefusalReason,
    { used, limit }: { used: number; limit: number },
  ): AppError => {
    totals[kind][reason] += 1;
    return refusals[reason](kind, used, limit);
  };

  const counters: SlotCounters = {
    open: (kind) => totals[kind].open,
    refused: (kind, reason) => totals[kind][reason],
  };

  return {
    /**
     * Takes a slot of an account. Throws `too_many_concurrent` if it has too many, and `unavailable` if the process has
     * none left.
     */
    take: async (kind: SlotKind, { id, plan, most }: SlotAccount): Promise<Free> => {
      const limit = most?.[kind] ?? limitOf(kind, plan);
      const used = ownOf(kind, id);
      if (used >= limit) throw refuse(kind, 'plan', { used, limit });
      const left = kind === 'replies' ? capacity - totals.replies.open : Number.POSITIVE_INFINITY;
      if (used >= left) throw refuse(kind, used === 0 ? 'full' : 'share', { used, limit: left });
      const free = occupy(kind, id);
      if (shared === undefined) return free;
      const claimed = await shared.claim(kind, id, limit);
      if ('used' in claimed) {
        free();
        throw refuse(kind, 'plan', { used: claimed.used, limit });
      }
      return () => {
        free();
        claimed.release();
      };
    },

    /** The slots that an account has in use, in all processes that can be asked. */
    usedBy: async ({ id, plan }: SlotAccount): Promise<SlotUse> => {
      const used = await Promise.all(slotKinds.map(async (kind) => (await shared?.used(kind, id)) ?? ownOf(kind, id)));
      return byKind((kind, at) => ({ limit: limitOf(kind, plan), used: used[at] ?? 0 }));
    },

    counters,

    close: (): void => shared?.close(),
  };
}

/** The error of each reason. The counts stand in its sentence, and for programs in `details`. */
const refusals = {
  plan: (kind, used, limit) =>
    tooMany(kind, `${words[kind].tooMany}: the account has ${used}, and its plan allows ${limit} at once.`, {
      ...{ used, limit },
      hint: 'Wait until one ends. The operator of this instance can raise the limit.',
    }),
  share: (kind, used, limit) =>
    tooMany(kind, `${words[kind].tooMany}: the account has ${used}, and its share of the busy server is ${limit}.`, {
      ...{ used, limit },
      hint: 'Wait until one ends: accounts that have few come first while the server is busy.',
    }),
  full: (kind) =>
    new AppError('unavailable', `${words[kind].tooMany} on this server.`, { retryAfter: words[kind].retryAfter }),
} satisfies Record<RefusalReason, (kind: SlotKind, used: number, limit: number) => AppError>;

const tooMany = (
  kind: SlotKind,
  sentence: string,
  { used, limit, hint }: { readonly used: number; readonly limit: number; readonly hint: string },
) =>
  new AppError('too_many_concurrent', sentence, {
    details: [{ path: kind, message: `${used} in use, limit ${limit}` }],
    hint,
    retryAfter: words[kind].retryAfter,
  });

function byKind<Value>(make: (kind: SlotKind, at: number) => Value): Record<SlotKind, Value> {
  return Object.fromEntries(slotKinds.map((kind, at) => [kind, make(kind, at)])) as Record<SlotKind, Value>;
}
