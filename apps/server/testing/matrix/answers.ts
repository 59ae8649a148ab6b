import type { WireReply } from '../processes/wire.ts';

/** Concurrent requests. */
const parallel = 16;

/** An answer in a word or two: `404 agent_not_found`, `200`. */
export function summaryOf({ status, text }: WireReply): string {
  const code = status >= 400 ? /"code":"([a-z_]+)"/.exec(text)?.[1] : undefined;
  return code === undefined ? String(status) : `${status} ${code}`;
}

/** Headers that differ between identical requests: clocks, counters and the request ID. */
const varying = /^(?:date|x-request-id|ratelimit|x-ratelimit-remaining|x-ratelimit-reset|connection|keep-alive)$/;

/** Fields of bodies that differ in the same way: the request ID, the caller's remaining limit and times of last use. */
const varyingFields =
  /"requestId":"req_[0-9a-z]+"|"(?:remaining|used)":\d+|"(?:resetsAt|lastUsedAt|lastSeenAt|expiresAt)":(?:"[^"]+"|null)/g;

/** The answer as text without its varying parts: callers can't distinguish two equal ones. */
export function fingerprintOf({ status, headers, text }: WireReply): string {
  const kept = Object.entries(headers).filter(([name]) => !varying.test(name));
  return JSON.stringify([status, kept, text.replace(varyingFields, '')]);
}

/** Runs the work for every item, `parallel` at a time, and returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()].reverse();
  const worker = async () => {
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
      const [index, item] = entry;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  return results;
}
