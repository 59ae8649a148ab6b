import { crawlLimits } from './limits.ts';

/** Waits; rejects with the signal's reason if it fires first. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** The clock of a crawl, which tests replace. */
export interface Clock {
  /** In ms, monotonic. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** Rate of requests to one host. */
export interface Rate {
  /** Min time between the starts of two requests, in ms. */
  readonly gap: number;
  readonly atOnce: number;
}

/** Waits for something while others have the place of who waits. */
export type Aside = <Result>(wait: Promise<Result>) => Promise<Result>;

/** Requests of all crawls of this process take turns at each host. */
export interface Hosts {
  /** Resolves to a function that ends the turn, when the host may be asked again. Rejects with the signal's reason. */
  take(host: string, rate: Rate, how: { readonly signal: AbortSignal; readonly aside?: Aside }): Promise<() => void>;
  /** Asks the host for nothing for a time, in ms. */
  hold(host: string, ms: number): void;
}

interface State {
  /** Time at which the next request may start. */
  next: number;
  active: number;
  /** Calls that wait for the end of a turn. */
  readonly waiting: Set<() => void>;
}

/** The rate of a host that asks for nothing slower. */
export const politeRate: Rate = { gap: crawlLimits.gap, atOnce: crawlLimits.atOncePerHost };

/** A wait from which on others have the place of who waits, in ms. */
const longMs = 1_000;

const inPlace: Aside = (wait) => wait;

/** Number of hosts beyond which those that rest are forgotten. */
const maxResting = 1_000;

/** Creates the turns of hosts. */
export function createHosts({ now, sleep }: Clock): Hosts {
  const states = new Map<string, State>();

  const forgetResting = () => {
    if (states.size < maxResting) return;
    for (const [host, { active, waiting, next }] of states) {
      if (active === 0 && waiting.size === 0 && next <= now()) states.delete(host);
    }
  };
  const stateOf = (host: string): State => {
    const known = states.get(host);
    if (known !== undefined) return known;
    forgetResting();
    const state: State = { next: 0, active: 0, waiting: new Set() };
    states.set(host, state);
    return state;
  };
  const end = (state: State) => {
    state.active -= 1;
    for (const proceed of state.waiting) proceed();
  };

  return {
    take: async (host, { gap, atOnce }, { signal, aside = inPlace }) => {
      signal.throwIfAborted();
      const state = stateOf(host);
      const patiently = (ms: number): Aside => (ms >= longMs ? aside : inPlace);
      while (state.active >= atOnce) await patiently(state.next - now())(turnEnds(state, signal));
      state.active += 1;
      try {
        // Another call may have started, or a hold may have come, during each wait.
        for (let wait = state.next - now(); wait > 0; wait = state.next - now()) {
          await patiently(wait)(sleep(wait, signal));
        }
      } catch (error) {
        end(state);
        throw error;
      }
      state.next = now() + gap;
      let isEnded = false;
      return () => {
        if (!isEnded) end(state);
        isEnded = true;
      };
    },
    hold: (host, ms) => {
      const state = stateOf(host);
      state.next = Math.max(state.next, now() + ms);
    },
  };
}

const turnEnds = ({ waiting }: State, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (then: () => void) => () => {
      waiting.delete(proceed);
      signal.removeEventListener('abort', stop);
      then();
    };
    const proceed = settle(resolve);
    const stop = settle(() => reject(signal.reason));
    waiting.add(proceed);
    signal.addEventListener('abort', stop, { once: true });
  });
