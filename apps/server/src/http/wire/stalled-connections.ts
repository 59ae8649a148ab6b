import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { progressOf } from './connection.ts';

/** Time for which a client may read nothing of the bytes that wait for it, in ms. */
const usualStall = 60_000;

/** Number of looks at each connection in that time. */
const looks = 4;

/** Bytes that a connection had taken at the last look, and the number of looks that found the same. */
interface Stalled {
  readonly taken: number;
  readonly seen: number;
}

/**
 * Closes open connections whose clients read nothing of any kind of reply for `stall` ms, or a quarter longer. It
 * counts looks instead of time, since no client can make progress while the process is held up. Returns the number of
 * connections that it has closed.
 */
export function closeStalledConnections(
  server: Server,
  open: ReadonlyMap<Socket, unknown>,
  stall = usualStall,
): () => number {
  const stalled = new WeakMap<Socket, Stalled>();
  let closed = 0;

  const look = (connection: Socket) => {
    const { taken, waiting } = progressOf(connection);
    const before = stalled.get(connection);
    if (waiting === 0) {
      if (before !== undefined) stalled.delete(connection);
    } else if (before?.taken !== taken) {
      stalled.set(connection, { taken, seen: 0 });
    } else if (before.seen + 1 < looks) {
      stalled.set(connection, { taken, seen: before.seen + 1 });
    } else {
      closed += 1;
      connection.destroy();
    }
  };

  const timer = setInterval(() => {
    for (const connection of open.keys()) look(connection);
  }, stall / looks);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  return () => closed;
}
