import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection } from '../../limits/connections.ts';
import { hasTooMuchFraming } from '../framing.ts';

/** A body must arrive at this pace at least, in bytes a second: 64 kbit/s. */
const leastPace = 8 * 1024;

/** Bytes of a body that may still arrive after its response has ended. */
const uselessBytes = 16 * 1024 * 1024;

/** Dependencies of `watchProgress` besides the server. */
interface Watching {
  readonly open: ReadonlyMap<Socket, Connection>;
  /** The time in which so many bytes must arrive, in ms; also the time for a body that no handler reads. */
  readonly window: number;
  /** Interval between two looks at the connections, in ms. */
  readonly interval: number;
  /** Ends the request of a connection: it is too slow, or its body has too much around its content. */
  readonly onStalled: (socket: Socket) => void;
  readonly onTooMuch: (socket: Socket) => void;
}

/** A body that was found arriving. */
interface Arrival {
  readonly request: IncomingMessage;
  /** Time for which it has been watched in this window, in ms. */
  waited: number;
  /** Bytes that the connection had received when the window began, and when the body was found. */
  bytes: number;
  readonly bytesAtFirst: number;
}

/**
 * Ends requests whose body doesn't arrive at the least pace in each window. So a large upload may take its time, and a
 * client that sends a byte now and then may not. Looks at all connections at an interval: that costs a request nothing.
 */
export function watchProgress(server: Server, { open, window, interval, onStalled, onTooMuch }: Watching): void {
  const arrivals = new WeakMap<Socket, Arrival>();

  /** Returns the arrival of the body on a connection, with the time that has passed. */
  const arrivalOn = (socket: Socket, request: IncomingMessage, passed: number): Arrival => {
    const known = arrivals.get(socket);
    if (known?.request === request) {
      // While the server itself has paused the connection, the client can't send.
      if (!socket.isPaused()) known.waited += passed;
      return known;
    }
    const found = { request, waited: 0, bytes: socket.bytesRead, bytesAtFirst: socket.bytesRead };
    arrivals.set(socket, found);
    return found;
  };
  const look = (socket: Socket, response: ServerResponse, passed: number) => {
    if (hasTooMuchFraming(response.req)) return onTooMuch(socket);
    const arrival = arrivalOn(socket, response.req, passed);
    const isOver = arrival.waited >= window;
    if (response.writableEnded) {
      if (isOver || socket.bytesRead - arrival.bytesAtFirst > uselessBytes) socket.destroy();
    } else if (isOver) {
      if (socket.bytesRead - arrival.bytes < (leastPace * window) / 1000) return onStalled(socket);
      arrival.waited = 0;
      arrival.bytes = socket.bytesRead;
    }
  };

  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // Time in which the process was busy is not held against the clients.
    const passed = Math.min(now - last, 2 * interval);
    last = now;
    for (const [socket, { response }] of open) if (response?.req.complete === false) look(socket, response, passed);
  }, interval);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
