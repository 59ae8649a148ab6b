import { hash } from 'node:crypto';
import { lruCache } from '../scheduling/lru-cache.ts';
import type { Principal } from './actor.ts';

/** Max principals remembered; the least recently used is removed first. */
const maxRemembered = 10_000;

/** Interval between reads of the authority epoch for changes made by other processes, in ms. */
const watchInterval = 1_000;

/**
 * Max time without an answered look before every principal is distrusted, in milliseconds. Together with
 * `watchInterval` it ensures that a change takes effect in every process within five seconds.
 */
const watchPatience = 3_000;

/** The result of looking up a credential: a principal, or the reason for its refusal. */
export type Finding = Principal | 'unknown' | 'revoked' | 'expired' | 'inactive';

/** Looks up credentials. */
export interface CredentialLookups {
  findKey(key: string): Promise<Finding>;
  findSession(token: string): Promise<Finding>;
  /** The authority epoch: every unit of work that changes rights increments it. */
  readEpoch(): Promise<number>;
}

/** Recognises credentials, and remembers their principals until rights change. */
export interface Callers {
  /** The principal if it is remembered and hasn't expired; makes no look-up. */
  recall(credential: string, now: number): Principal | undefined;
  /**
   * Looks the credential up. Concurrent calls for the same credential share one look-up, unless rights have changed
   * since it began. Only principals are remembered, never refusals.
   */
  recognise(kind: 'key' | 'session', credential: string): Promise<Finding>;
  /** Forgets every principal. Call it after committing a unit that changed the epoch, before answering. */
  forget(): void;
  /** Counts up with each `forget`: while it stays the same, the rights of a principal are unchanged. */
  generation(): number;
  close(): void;
}

/** `onLost` is called once when changes of rights can't be checked any more, and `onBack` once when they can again. */
export interface WatchState {
  /** Called with each `forget`: what depends on the epoch may have changed, here or in another process. */
  onForgotten(): void;
  onLost(error: unknown): void;
  onBack(): void;
}

/**
 * Rights are read from the database once and then cached, so that a request costs no look-up. Every change of rights
 * increments one row, the epoch. A process forgets every principal once it has committed such a change. Changes by
 * other processes are announced, or found by the next look at the epoch within 5 s.
 */
export function createCallers(lookups: CredentialLookups, { onForgotten, onLost, onBack }: WatchState): Callers {
  const remembered = lruCache<Principal>(maxRemembered);
  /** Look-ups under way in this generation of rights, by kind and digest. */
  const underWay = new Map<string, Promise<Finding>>();
  let generation = 0;
  let epoch: number | undefined;

  const forget = () => {
    generation += 1;
    remembered.clear();
    underWay.clear();
    onForgotten();
  };

  const lookUp = async (kind: 'key' | 'session', credential: string, digest: string) => {
    const asked = generation;
    const finding = await (kind === 'key' ? lookups.findKey(credential) : lookups.findSession(credential));
    // Don't remember rights that changed while they were read.
    if (typeof finding === 'object' && asked === generation) remembered.set(digest, finding);
    return finding;
  };

  const watch = async () => {
    const seen = await within(watchPatience, lookups.readEpoch());
    // The first look forgets too: the epoch may have changed since the process started to remember.
    if (seen !== epoch) forget();
    epoch = seen;
  };
  let blind = false;
  const sees = () => {
    if (blind) onBack();
    blind = false;
  };
  const seesNothing = (error: unknown) => {
    // Without the epoch a revoked key could live on, so trust nothing that can't be checked.
    forget();
    if (!blind) onLost(error);
    blind = true;
  };
  const timer = setInterval(() => {
    watch().then(sees, seesNothing);
  }, watchInterval);
  timer.unref();

  return {
    recall: (credential, now) => {
      const principal = remembered.get(digestOf(credential));
      return principal === undefined || (principal.expiresAt ?? now + 1) <= now ? undefined : principal;
    },
    recognise: (kind, credential) => {
      const digest = digestOf(credential);
      const name = `${kind} ${digest}`;
      const shared = underWay.get(name);
      if (shared !== undefined) return shared;
      const looking = lookUp(kind, credential, digest).finally(() => {
        if (underWay.get(name) === looking) underWay.delete(name);
      });
      underWay.set(name, looking);
      return looking;
    },
    forget,
    generation: () => generation,
    close: () => clearInterval(timer),
  };
}

/** Settles like the work, or rejects after a timeout in milliseconds. */
function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The authority epoch could not be read within ${milliseconds} ms.`)),
      milliseconds,
    );
    timer.unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Credentials are kept in memory as digests only. */
const digestOf = (credential: string): string => hash('sha256', credential, 'base64');
