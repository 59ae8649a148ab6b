import { maxUrl } from '../addresses.ts';
import { endlessShapes, type Shape } from './endless-shapes.ts';

/** A page to visit, and how many links lead to it from the start. */
export interface Entry {
  readonly url: string;
  readonly depth: number;
}

/** The addresses of a crawl, as JSON can carry them. */
export interface FrontierState {
  /** Every address that was found, in order; again for each further attempt. */
  readonly urls: readonly string[];
  /** The depth of each; -1 for an address that is known but not to be visited. */
  readonly depths: readonly number[];
  /** The index of the next one to visit. */
  readonly next: number;
}

/** Reasons for which an address is not visited. */
export type Refusal = 'too_long' | 'repeats' | 'too_many_queries' | Shape | 'full';

/** Limits against sites that never end. */
export const frontierLimits = {
  /** Max addresses of a crawl, and max characters of all. */
  addresses: 50_000,
  characters: 8 * 1024 * 1024,
  /** Max pages that differ only in their query, and max parameters of one. */
  queries: 100,
  parameters: 10,
  /** Max times that one segment stands in a path, and max segments. */
  repeats: 3,
  segments: 20,
};

/** The addresses of a crawl: each is visited once, in the order in which they were found. */
export interface Frontier {
  /** Adds an address unless it is known. Returns why it is refused. */
  add(url: string, depth: number): Refusal | undefined;
  /** Puts an address that was visited at the end, to be visited once more. */
  again(entry: Entry): void;
  /** Number of times that an address is or was to be visited. */
  attempts(url: string): number;
  /** Notes an address that needs no visit; returns whether it was new. */
  note(url: string): boolean;
  has(url: string): boolean;
  /** The next address to visit. */
  take(): Entry | undefined;
  /** Number of addresses that wait. */
  waiting(): number;
  /** The state, as if the addresses from `entry` on had not been taken. */
  state(entry?: Entry): FrontierState;
}

/** Creates a frontier, empty or as it was. */
export function createFrontier(earlier: FrontierState = { urls: [], depths: [], next: 0 }): Frontier {
  const urls = [...earlier.urls];
  const depths = [...earlier.depths];
  const known = new Map(urls.map((url, index) => [url, index]));
  const attempts = new Map<string, number>();
  const queries = new Map<string, number>();
  const shapes = endlessShapes();
  let { next } = earlier;
  let characters = 0;
  let waiting = 0;

  const count = (url: string, depth: number) => {
    characters += url.length;
    if (depth < 0) return;
    const path = withoutQuery(url);
    if (path !== undefined) queries.set(path, (queries.get(path) ?? 0) + 1);
    shapes.note(url);
  };
  for (const [index, url] of urls.entries()) {
    if (known.get(url) === index) count(url, depths[index] ?? -1);
    else attempts.set(url, (attempts.get(url) ?? 1) + 1);
  }
  for (const depth of depths.slice(next)) if (depth >= 0) waiting += 1;

  const append = (url: string, depth: number) => {
    known.set(url, urls.length);
    urls.push(url);
    depths.push(depth);
    count(url, depth);
  };
  const isFull = (url: string) =>
    urls.length >= frontierLimits.addresses || characters + url.length > frontierLimits.characters;

  return {
    add: (url, depth) => {
      if (known.has(url)) return undefined;
      const path = withoutQuery(url);
      const hasQueries = path !== undefined && (queries.get(path) ?? 0) >= frontierLimits.queries;
      const refusal =
        trapIn(url) ?? (hasQueries ? 'too_many_queries' : (shapes.exceeded(url) ?? (isFull(url) ? 'full' : undefined)));
      if (refusal !== undefined) return refusal;
      append(url, depth);
      waiting += 1;
      return undefined;
    },
    again: ({ url, depth }) => {
      attempts.set(url, (attempts.get(url) ?? 1) + 1);
      known.set(url, urls.length);
      urls.push(url);
      depths.push(depth);
      characters += url.length;
      waiting += 1;
    },
    attempts: (url) => attempts.get(url) ?? 1,
    note: (url) => {
      if (known.has(url)) return false;
      // Beyond the limit a page may be read twice; that costs less than forgetting one.
      if (!isFull(url)) append(url, -1);
      return true;
    },
    has: (url) => known.has(url),
    take: () => {
      while (next < urls.length) {
        const [url = '', depth = -1] = [urls[next], depths[next]];
        next += 1;
        if (depth < 0) continue;
        waiting -= 1;
        return { url, depth };
      }
      return undefined;
    },
    waiting: () => waiting,
    state: (entry) => ({ urls, depths, next: entry === undefined ? next : (known.get(entry.url) ?? next) }),
  };
}

/** The address without its query; undefined if it has none. */
function withoutQuery(url: string): string | undefined {
  const at = url.indexOf('?');
  return at === -1 ? undefined : url.slice(0, at);
}

/** Returns the sign in an address that a site generates such addresses without end; undefined for no sign. */
function trapIn(url: string): Refusal | undefined {
  if (url.length > maxUrl) return 'too_long';
  const { pathname, searchParams } = new URL(url);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  const isRepeating = Math.max(0, ...counts.values()) > frontierLimits.repeats;
  if (isRepeating || segments.length > frontierLimits.segments) return 'repeats';
  return [...searchParams.keys()].length > frontierLimits.parameters ? 'too_many_queries' : undefined;
}
