import { LRUCache } from 'lru-cache';
import { type Attempt, TargetSilent, TimedOut } from '../kind.ts';

/** Max targets that a process remembers; the one that was silent longest ago is forgotten first. */
const maxSilent = 1_000;

/** Remembers which targets of accounts didn't answer lately. */
export function createSilentTargets() {
  const silent = new LRUCache<string, true>({ max: maxSilent });

  return {
    /** Returns the `toward` of an attempt. */
    towardOf:
      ({
        account,
        isSlow,
        signal,
      }: {
        readonly account: string;
        readonly isSlow: boolean;
        readonly signal: AbortSignal;
      }) =>
      (target: string): ReturnType<Attempt<unknown>['toward']> => {
        const key = `${account} ${target}`;
        if (!isSlow && silent.has(key)) throw new TargetSilent();
        return async (work) => {
          const onAbort = () => {
            if (signal.reason instanceof TimedOut) silent.set(key, true);
          };
          signal.addEventListener('abort', onAbort, { once: true });
          try {
            const result = await work;
            silent.delete(key);
            return result;
          } catch (error) {
            if (isSilence(error)) silent.set(key, true);
            else if (!signal.aborted) silent.delete(key);
            throw error;
          } finally {
            signal.removeEventListener('abort', onAbort);
          }
        };
      },
  };
}

const isSilence = (error: unknown): boolean => error instanceof Error && 'isSilent' in error && error.isSilent === true;
