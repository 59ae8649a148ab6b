import type { JobKind } from '../kind.ts';

/** Max jobs that a process runs at the same time, without those that stand aside. */
const maxRunning = 16;

/** Max jobs of a kind at the same time, unless the kind sets another number. */
const usualConcurrency = 4;

/** A job that runs. */
export interface Place {
  readonly kind: string;
  readonly account: string;
  /** True if it runs in the lane of targets that don't answer. */
  readonly isSlow: boolean;
  /** True if it only waits for something else, so that its place is free. */
  readonly isAside: boolean;
}

/** The jobs of a kind that take turns together: those of targets that don't answer have a lane of their own. */
export interface Lane {
  readonly kind: JobKind;
  readonly isSlow: boolean;
}

/** Bounds of a claim: the number of jobs, of different accounts, and the accounts that may not claim. */
export interface Share {
  readonly jobs: number;
  readonly busy: readonly string[];
}

/**
 * Returns the number of jobs of a lane that a process may start. A kind may run as many of all jobs as are free, and an
 * account as many of all jobs, and of a kind, as are free: so neither takes the last place from one that has none. Of
 * its jobs in the slow lane, an account runs one.
 */
export function shareOf({ kind, isSlow }: Lane, places: readonly Place[]): Share {
  const { name, concurrency = usualConcurrency, perAccount = concurrency, aside = 0 } = kind;
  const free = maxRunning - count(places, isActive);
  const running = count(places, (place) => isActive(place) && place.kind === name);
  const unopened = concurrency + aside - count(places, (place) => place.kind === name);
  const jobs = Math.min(concurrency - running, unopened, Math.ceil((free - running) / 2));
  const leftFor = (account: string): number => {
    const own = places.filter((place) => place.account === account);
    const ofKind = own.filter((place) => place.kind === name);
    if (isSlow && ofKind.some((place) => place.isSlow)) return 0;
    const active = count(ofKind, isActive);
    if (active >= perAccount) return 0;
    return Math.min(free - count(own, isActive), jobs - active, unopened - ofKind.length);
  };
  const left = [...new Set(places.map(({ account }) => account))].map((account) => ({
    account,
    jobs: leftFor(account),
  }));
  const hasShare = left.filter((each) => each.jobs > 0);
  return {
    // Each of them may take the last one of the claim.
    jobs: Math.max(0, Math.min(jobs, ...hasShare.map((each) => each.jobs))),
    busy: left.filter((each) => each.jobs <= 0).map(({ account }) => account),
  };
}

const isActive = ({ isAside }: Place): boolean => !isAside;

const count = (places: readonly Place[], condition: (place: Place) => boolean): number =>
  places.filter(condition).length;
