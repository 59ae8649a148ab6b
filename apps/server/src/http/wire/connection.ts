import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Returns the response that Node currently writes to a connection; responses to later pipelined requests wait behind
 * it.
 */
export function responseOn(connection: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = connection as { readonly _httpMessage?: ServerResponse | null };
  return response ?? undefined;
}

/** Bytes written to a connection since it was opened. */
export interface Progress {
  /** Bytes that the kernel has taken. */
  readonly taken: number;
  /** Bytes that wait in this process, because the client doesn't read. */
  readonly waiting: number;
}

/** Returns how far writing to a connection has come. Node's public counters move only when a whole write is done. */
export function progressOf(connection: Socket): Progress {
  const { _handle: handle } = connection as {
    readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
  };
  const waiting = handle?.writeQueueSize ?? 0;
  return { taken: (handle?.bytesWritten ?? 0) - waiting, waiting };
}

const watched = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `closed` when a connection is closed, unless the returned function is called before. Node doesn't announce that
 * to responses that wait behind others. Many may wait, so they share one listener.
 */
export function whenClosed(connection: Socket, closed: () => void): () => void {
  const known = watched.get(connection);
  const callbacks = known ?? new Set();
  if (known === undefined) {
    watched.set(connection, callbacks);
    connection.once('close', () => {
      for (const callback of callbacks) callback();
    });
  }
  callbacks.add(closed);
  return () => callbacks.delete(closed);
}
