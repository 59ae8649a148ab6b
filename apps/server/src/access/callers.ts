import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Principal } from './actor.ts';

/** Max principals remembered; the least recently used is removed first. */
const maxRemembered = 10_000;

/** How often the authority epoch is looked at for changes made by other processes, in milliseconds. */
const watchInterval = 1_000;

/**
 * How long a look may go without an answer before nobody is trusted any more, in milliseconds: with `watchInterval`
 * it keeps the promise that a change takes effect in every process within five seconds.
 */
const watchPatience = 3_000;

/** What a credential turned out to be: somebody, or the reason why not. */
export type Finding = Principal | 'unknown' | 'revoked' | 'expired' | 'inactive';

/** Where credentials are looked up. */
export interface CredentialLookups {
  findKey(key: string): Promise<Finding>;
  findSession(token: string): Promise<Finding>;
  /** The authority epoch: it counts up in the unit of work of whatever changes somebody's rights. */
  readEpoch(): Promise<number>;
}

/** Recognises credentials, and remembers whom it recognised until somebody's rights change. */
export interface Callers {
  /** The principal where it is remembered and hasn't expired: no look-up. */
  recall(credential: string, now: number): Principal | undefined;
  /**
   * Looks the credential up; callers that ask for the same one meanwhile share the look-up, unless rights have changed
   * since it began. Only principals are remembered, never a refusal.
   */
  recognise(kind: 'key' | 'session', credential: string): Promise<Finding>;
  /** Forgets everybody. To be called when a unit that changed the epoch has been committed, before it is answered. */
  forget(): void;
  /** Counts up with each `forget`: as long as it stays, whoever was recognised has the same rights still. */
  generation(): number;
  close(): void;
}

/** Told once when it can no longer be seen whether rights have changed, and once when it can again. */
export interface WatchState {
  onLost(error: unknown): void;
  onBack(): void;
}

/**
 * Rights are read from the database once and then held, so that a request costs no look-up. Every change of rights
 * counts up one row, the epoch: this process forgets everybody as soon as it has committed such a change, and of one
 * that another process made at the announcement, or five seconds later at most if none arrives.
 */
export function createCallers(lookups: CredentialLookups, { onLost, onBack }: WatchState): Callers {
  const remembered = new LRUCache<string, Principal>({ max: maxRemembered });
  /** Look-ups under way in this generation of rights, by kind and digest. */
  const underWay = new Map<string, Promise<Finding>>();
  let generation = 0;
  let epoch: number | undefined;

  const forget = () => {
    generation += 1;
    remembered.clear();
    underWay.clear();
  };

  const lookUp = async (kind: 'key' | 'session', credential: string, digest: string) => {
    const asked = generation;
    const finding = await (kind === 'key' ? lookups.findKey(credential) : lookups.findSession(credential));
    // Rights that changed while they were being read are not worth remembering.
    if (typeof finding === 'object' && asked === generation) remembered.set(digest, finding);
    return finding;
  };

  const watch = async () => {
    const seen = await within(watchPatience, lookups.readEpoch());
    // The first look forgets too: nobody knows whether the epoch has changed since the process began to remember.
    if (seen !== epoch) forget();
    epoch = seen;
  };
  let blind = false;
  const sees = () => {
    if (blind) onBack();
    blind = false;
  };
  const seesNothing = (error: unknown) => {
    // What can't be checked must not be trusted: without the epoch a revoked key could live on.
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

/** Settles as the work does, or rejects if that takes longer, in milliseconds. */
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
