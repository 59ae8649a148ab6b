import { AppError } from '../../errors.ts';
import type { Connection } from './driver.ts';
import { messageOf, unavailableError } from './failures.ts';

/** Requests that may wait for a connection, and how long, in milliseconds; then they are refused. */
export const maxWaiting = 10_000;
export const maxWait = 5_000;

/** After an attempt to connect that failed, nobody tries again for this time, in milliseconds: they are refused at once. */
const pauseAfterFailure = 200;

/** When a connection is replaced: its age and its idle time in milliseconds, and the statements that it has prepared. */
const maxAge = 30 * 60_000;
const maxIdle = 60_000;
const maxPrepared = 500;

/** How often the connections are looked at, in milliseconds. */
const watchInterval = 1_000;

/** What a pool is made from. */
export interface PoolSettings {
  /** Connections at most; they are opened when they are needed. */
  readonly size: number;
  /** Who may use one connection at the same time: 1 for transactions, more for queries that travel together. */
  readonly sharing: number;
  /** A connection that owes an answer for longer is given up, in milliseconds. */
  readonly maxSilence: number;
  /** Opens a connection; `onEnd` is called when it ends. */
  connect(onEnd: (error?: Error) => void): Promise<Connection>;
  /** The database has become reachable again, or it no longer is, and why. */
  onReachable(error: Error | undefined): void;
}

/** The use of a connection. */
export interface Lease {
  readonly connection: Connection;
  /** Lets this use wait for as long as the server takes. */
  bePatient(): void;
  /** Gives the connection back, or up, where `broken`. */
  release(broken?: boolean): void;
}

/** Connections to one database, opened when they are needed, shared, replaced and closed. */
export interface Pool {
  /** The use of the least busy connection. Throws or rejects with `unavailable` (an AppError) where there is none. */
  lease(): Lease | Promise<Lease>;
  /** Replaces every connection when it is next idle: what is prepared on them is out of date. */
  renew(): void;
  /** Serves who waits, then closes every connection; refuses whoever comes later. */
  close(): Promise<void>;
}

interface Member {
  readonly connection: Connection;
  readonly openedAt: number;
  users: number;
  patient: boolean;
  /** It serves nobody any more once its users have left. */
  retired: boolean;
  idleSince: number;
}

interface Waiter {
  readonly since: number;
  resolve(lease: Lease): void;
  reject(error: AppError): void;
}

/** Makes an empty pool. */
export function createPool(settings: PoolSettings): Pool {
  const members = new Set<Member>();
  const waiting: Waiter[] = [];
  const endings = new Set<Promise<void>>();
  let opening = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: Error | undefined;
  let closed: { promise: Promise<void>; done: () => void } | undefined;

  /** The member with the fewest users that may have one more. */
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
    let left = false;
    return {
      connection: member.connection,
      bePatient: () => {
        member.patient = true;
      },
      release: (broken = false) => {
        if (left) return;
        left = true;
        member.users -= 1;
        member.patient = false;
        member.idleSince = performance.now();
        if (broken) drop(member);
        else if (member.connection.prepared() >= maxPrepared) member.retired = true;
        part(member);
        serve();
      },
    };
  };

  const drop = (member: Member, error?: Error) => {
    if (!members.delete(member)) return;
    member.connection.destroy();
    if (error !== undefined) unreachable(error);
  };

  /** Closes a member that is retired and idle. */
  const part = (member: Member) => {
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
      part(member);
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
      if (silent && !patient) drop(member, new Error('the server gives no answer'));
      const spare = members.size > 1 && users === 0 && now - member.idleSince > maxIdle;
      if (spare || now - member.openedAt > maxAge) member.retired = true;
      part(member);
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
        // A shared connection serves at once; one more is opened for the next who comes.
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
