import type { SharedRedis } from '../../redis/connection.ts';
import { createAsking } from './asking.ts';
import type { Claimed, SharedSlots } from './concurrency.ts';
import type { SlotKind } from './concurrency-settings.ts';

/** How long the slots of a process count without renewal, and how often it renews them, in milliseconds. */
const times = { lease: 30_000, renewal: 10_000 };

/** Max accounts whose slots are renewed at once. */
const renewedAtOnce = 100;

/**
 * A hash for each kind and account has a field for each process: how many slots it has, and until when that counts, by
 * the clock of Redis. A process says how many it has in all, so a message that was lost is made good by the next one.
 * Returns whether `own` slots are within the limit (-1: no limit), and how many others have. An `own` of -1 only reads.
 */
const script = `
local process, own, limit, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local others = 0
local fields = redis.call('HGETALL', KEYS[1])
for index = 1, #fields, 2 do
  local count, till = string.match(fields[index + 1], '^(%d+):(%d+)$')
  if tonumber(till) <= now then redis.call('HDEL', KEYS[1], fields[index])
  elseif fields[index] ~= process then others = others + tonumber(count) end
end
if own < 0 then return {1, others} end
if limit >= 0 and others + own > limit then return {0, others} end
if own == 0 then redis.call('HDEL', KEYS[1], process)
else
  redis.call('HSET', KEYS[1], process, string.format('%d:%d', own, now + lease))
  redis.call('PEXPIRE', KEYS[1], lease)
end
return {1, others}
`;

/** What one process shares: its name among the others, and shorter times for tests. */
interface SharedSlotOptions {
  readonly process: string;
  readonly times?: Partial<typeof times>;
}

/**
 * Counts slots across processes through Redis. Without an answer a process counts alone. A process that dies takes its
 * slots along: they are no longer renewed, and stop counting within 30 s.
 */
export function createSharedSlots(
  { commands, ask: inTime }: Pick<SharedRedis, 'commands' | 'ask'>,
  { process, times: given }: SharedSlotOptions,
): SharedSlots {
  const { lease, renewal } = { ...times, ...given };
  const ask = createAsking(inTime);
  /** How many slots this process has, by key; 0 until Redis knows. */
  const held = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const keyOf = (kind: SlotKind, account: string) => `parley:slots:${kind}:${account}`;
  const run = (key: string, own: number, limit = -1) =>
    Promise.resolve(
      ask(
        () => commands.eval(script, 1, key, process, own, limit, lease) as Promise<[number, number]>,
        ([granted, others]): Claimed & { heard: boolean } => ({ granted: granted === 1, others, heard: true }),
        () => ({ granted: true, others: 0, heard: false }),
      ),
    );

  const write = async (key: string): Promise<void> => {
    const own = held.get(key) ?? 0;
    const { heard } = await run(key, own);
    if (heard && own === 0 && held.get(key) === 0) held.delete(key);
  };
  const renew = async (): Promise<void> => {
    const keys = [...held.keys()];
    while (keys.length > 0) await Promise.all(keys.splice(0, renewedAtOnce).map(write));
  };
  const hold = (key: string, own: number) => {
    held.set(key, own);
    timer ??= setInterval(() => void renew(), renewal).unref();
  };

  return {
    claim: (kind, account, { own, limit }) => {
      const key = keyOf(kind, account);
      hold(key, own);
      return run(key, own, limit);
    },
    tell: (kind, account, own) => {
      const key = keyOf(kind, account);
      hold(key, own);
      void write(key);
    },
    others: async (kind, account) => (await run(keyOf(kind, account), -1)).others,
    close: () => clearInterval(timer),
  };
}
