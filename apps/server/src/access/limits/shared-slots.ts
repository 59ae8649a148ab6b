import type { SharedRedis } from '../../redis/connection.ts';
import type { Claimed, SharedSlots } from './concurrency.ts';
import type { SlotKind } from './concurrency-settings.ts';
import { createRedisFallback } from './redis-fallback.ts';

/** Max accounts whose slots are renewed at the same time. */
const renewedAtOnce = 100;

/**
 * A sorted set for each kind and account has the slots of all processes, each until its lease ends by the clock of
 * Redis. A slot has a name of its own, so a message that is lost or sent again changes no count.
 */
const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
const claimScript = `${clock}
local slot, limit, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local used = redis.call('ZCARD', KEYS[1])
if used >= limit then return {0, used} end
redis.call('ZADD', KEYS[1], now + lease, slot)
redis.call('PEXPIRE', KEYS[1], lease)
return {1, used + 1}
`;
const renewScript = `${clock}
local lease = tonumber(ARGV[1])
for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now + lease, ARGV[index]) end
redis.call('PEXPIRE', KEYS[1], lease)
`;
const countScript = `${clock}
return redis.call('ZCOUNT', KEYS[1], string.format('(%d', now), '+inf')
`;

/** Options of one process. */
interface SharedSlotOptions {
  /** Its name among the others. */
  readonly process: string;
  /** Lease duration of a slot without renewal, in ms; the same in every process. */
  readonly leaseMs: number;
  /** Interval between renewals of the process's slots, in ms: by default a third of the lease. */
  readonly renewalMs?: number;
}

/**
 * Counts slots across processes through Redis. Without an answer a process counts alone. The slots of a process that
 * dies are no longer renewed, and stop counting when their lease ends.
 */
export function createSharedSlots(
  { commands, ask: inTime }: Pick<SharedRedis, 'commands' | 'ask'>,
  { process, leaseMs: lease, renewalMs: renewal = lease / 3 }: SharedSlotOptions,
): SharedSlots {
  const ask = createRedisFallback(inTime);
  /** The slots of this process, by key; also those that Redis doesn't know yet. */
  const held = new Map<string, Set<string>>();
  let taken = 0;
  let timer: NodeJS.Timeout | undefined;

  const keyOf = (kind: SlotKind, account: string) => `parley:slots:${kind}:${account}`;
  const silent = () => undefined;

  const hold = (key: string): string => {
    taken += 1;
    const slot = `${process}:${taken}`;
    const slots = held.get(key) ?? new Set();
    held.set(key, slots.add(slot));
    timer ??= setInterval(() => void renewAll(), renewal).unref();
    return slot;
  };
  const drop = (key: string, slot: string): void => {
    const slots = held.get(key);
    slots?.delete(slot);
    if (slots?.size === 0) held.delete(key);
  };
  const renew = async (key: string): Promise<void> => {
    const slots = held.get(key);
    if (slots !== undefined) await ask(() => commands.eval(renewScript, 1, key, lease, ...slots), silent, silent);
  };
  const renewAll = async (): Promise<void> => {
    const keys = [...held.keys()];
    while (keys.length > 0) await Promise.all(keys.splice(0, renewedAtOnce).map(renew));
  };

  return {
    claim: async (kind, account, limit): Promise<Claimed> => {
      const key = keyOf(kind, account);
      const slot = hold(key);
      const refusedWith = await ask(
        () => commands.eval(claimScript, 1, key, slot, limit, lease) as Promise<[number, number]>,
        ([granted, used]) => (granted === 1 ? undefined : used),
        silent,
      );
      if (refusedWith === undefined) {
        return {
          release: () => {
            drop(key, slot);
            void ask(() => commands.zrem(key, slot), silent, silent);
          },
        };
      }
      drop(key, slot);
      return { used: refusedWith };
    },
    used: async (kind, account) =>
      ask(
        () => commands.eval(countScript, 1, keyOf(kind, account)) as Promise<number>,
        (used): number | undefined => used,
        silent,
      ),
    close: () => clearInterval(timer),
  };
}
