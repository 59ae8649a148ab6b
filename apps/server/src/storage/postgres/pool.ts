import { AppError } from '../../errors.ts';
import type { Connection } from './driver.ts';
import { messageOf, unavailableError } from './failures.ts';

/** Max requests that wait for a connection, and max wait in ms; beyond either they are refused. */
export const maxWaiting = 10_000;
export const maxWait = 5_000;

/** Back-off after a failed connection attempt, in ms; requests are refused immediately meanwhile. */
const pauseAfterFailure = 200;

/** A connection is replaced beyond this age (ms), idle time (ms) or number of prepared statements. */
const maxAge = 30 * 60_000;
const maxIdle = 60_000;
const maxPrepared = 500;

/** The interval of the health check, in ms. */
const watchInterval = 1_000;

/** The settings of a pool. */
export interface PoolSettings {
  /** Max connections; they are opened on demand. */
  readonly size: number;
  /** Max leases per connection: 1 for transactions, more for pipelined queries. */
  readonly sharing: number;
  /** A connection that owes an answer for longer is destroyed, in ms. */
  readonly maxSilence: number;
  /** Opens a connection; calls `onEnd` when it ends. */
  connect(onEnd: (error?: Error) => void): Promise<Connection>;
  /** Called when the database becomes unreachable, with the reason, and when it is reachable again. */
  onReachable(error: Error | undefined): void;
}

/** A lease of a connection. */
export interface Lease {
  readonly connection: Connection;
  /** Disables the answer timeout for this lease. */
  bePatient(): void;
  /** Returns the connection to the pool, or destroys it if `broken`. */
  release(broken?: boolean): void;
}

/** A connection pool for one database: opens connections on demand, shares, replaces and closes them. */
export interface Pool {
  /**
   * Leases the least busy connection. Throws or rejects with `AppError('unavailable')` if no connection is available.
   */
  lease(): Lease | Promise<Lease>;
  /** Replaces every connection once it is idle, because its prepared statements are outdated. */
  renew(): void;
  /** Serves waiting requests, then closes every connection; refuses later requests. */
  close(): Promise<void>;
}

interface Member {
  readonly connection: Connection;
  readonly openedAt: number;
  users: number;
  patient: boolean;
  /** Gets no new leases and is closed once the current ones are released. */
  retired: boolean;
  idleSince: number;
}

interface Waiter {
  readonly since: number;
  resolve(lease: Lease): void;
  reject(error: AppError): void;
}

/** Creates an empty pool. */
export function createPool(settings: PoolSettings): Pool {
  const members = new Set<Member>();
  const waiting: Waiter[] = [];
  const endings = new Set<Promise<void>>();
  let opening = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: Error | undefined;
  let closed: { promise: Promise<void>; done: () => void } | undefined;

  /** The member with the fewest leases that can take one more. */
  const freest = (): Member | undefined => {
    let best: Member | undefined;
    for (const member of members) {
      if (member.retired || member.users >= settings.sharing) continue;
      if (best === undefined || member.users < best.users) best = member;
      if (best.users === 0) break;
    }
    return best;
  };

  const use = (member: Member): Lease => {
    member.users += 1;
    let released = false;
    return {
      connection: member.connection,
      bePatient: () => {
        member.patient = true;
      },
      release: (broken = false) => {
        if (released) return;
        released = true;
        member.users -= 1;
        member.patient = false;
        member.idleSince = performance.now();
        if (broken) drop(member);
        else if (member.connection.prepared() >= maxPrepared) member.retired = true;
        closeIfRetired(member);
        serve();
      },
    };
  };

  const drop = (member: Member, error?: Error) => {
    if (!members.delete(member)) return;
    member.connection.destroy();
    if (error !== undefined) unreachable(error);
  };

  /** Closes a member if it is retired and idle. */
  const closeIfRetired = (member: Member) => {
    if (!member.retired || member.users > 0 || !members.delete(member)) return;
    const forget = () => {
      endings.delete(ending);
    };
    const ending: Promise<void> = member.connection.close().then(forget, forget);
    endings.add(ending);
  };

  const serve = () => {
    for (let member = freest(); member !== undefined && waiting.length > 0; member = freest()) {
      waiting.shift()?.resolve(use(member));
    }
    if (waiting.length > opening) open();
    if (closed !== undefined && waiting.length === 0 && opening === 0) finish(closed.done);
  };

  const retireAll = () => {
    for (const member of members) {
      member.retired = true;
      closeIfRetired(member);
    }
  };

  const finish = (done: () => void) => {
    retireAll();
    if (members.size > 0) return;
    clearInterval(timer);
    Promise.all(endings).then(done, done);
  };

  const open = () => {
    if (members.size + opening >= settings.size) return;
    if (failure !== undefined && performance.now() - failedAt < pauseAfterFailure) {
      if (members.size === 0) refuseAll(failure);
      return;
    }
    opening += 1;
    let member: Member | undefined;
    const opened = settings.connect((error) => {
      if (member === undefined) return;
      drop(member, error);
      serve();
    });
    opened.then(
      (connection) => {
        opening -= 1;
        const now = performance.now();
        member = { connection, openedAt: now, users: 0, patient: false, retired: false, idleSince: now };
        members.add(member);
        if (failure !== undefined) settings.onReachable(undefined);
        failure = undefined;
        serve();
      },
      (error: unknown) => {
        opening -= 1;
        failedAt = performance.now();
        unreachable(error instanceof Error ? error : new Error(messageOf(error)));
        if (members.size === 0) refuseAll(error);
        else serve();
      },
    );
  };

  const unreachable = (error: Error) => {
    if (failure === undefined) settings.onReachable(error);
    failure = error;
  };

  const refuseAll = (error: unknown) => {
    for (const waiter of waiting.splice(0)) waiter.reject(unavailableError(error));
    if (closed !== undefined) serve();
  };

  const watch = () => {
    const now = performance.now();
    while ((waiting[0]?.since ?? now) < now - maxWait) waiting.shift()?.reject(tooBusy());
    for (const member of members) {
      const { connection, users, patient } = member;
      const silent = connection.unanswered() > 0 && now - connection.lastProgress() > settings.maxSilence;
      if (silent && !patient) drop(member, new Error('the server does not answer'));
      const spare = members.size > 1 && users === 0 && now - member.idleSince > maxIdle;
      if (spare || now - member.openedAt > maxAge) member.retired = true;
      closeIfRetired(member);
    }
    serve();
  };
  const timer = setInterval(watch, watchInterval);
  timer.unref();

  return {
    lease() {
      if (closed !== undefined) throw new AppError('unavailable', 'The database is closed.', { retryAfter: 5 });
      const member = freest();
      if (member !== undefined && waiting.length === 0) {
        // A busy shared connection serves immediately; open one more for the next request.
        if (member.users > 0) open();
        return use(member);
      }
      if (waiting.length >= maxWaiting) throw tooBusy();
      return new Promise((resolve, reject) => {
        waiting.push({ since: performance.now(), resolve, reject });
        open();
      });
    },
    renew: () => {
      retireAll();
      serve();
    },
    close() {
      if (closed === undefined) {
        let done = () => {};
        const promise = new Promise<void>((resolve) => {
          done = resolve;
        });
        closed = { promise, done };
        serve();
      }
      return closed.promise;
    },
  };
}

const tooBusy = () =>
  new AppError('unavailable', 'The database has too much work waiting; try again shortly.', { retryAfter: 1 });
