import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The interval at which a closing server checks for idle connections, in ms. */
const lookInterval = 100;

/** Max time that a connection without any received data delays the shutdown, in ms. */
const unusedTimeout = 1_000;

/** Times of a shutdown, in ms. */
export interface DrainTimes {
  /** Time after the start of the shutdown in which connected clients may still start requests. */
  readonly lastRequests: number;
  /** Time after that in which running requests may end before their connections are closed. */
  readonly drain: number;
}

const defaults: DrainTimes = { lastRequests: 500, drain: 30_000 };

/**
 * Lets a closing server answer every running request without waiting for idle connections. For `lastRequests` ms
 * clients may still start requests, because they may be sending one at this moment; their answers close the connection.
 * Then no connection is accepted, and idle ones are closed. Node stops tracking unused connections and those whose
 * answer promised reuse, so they are closed here. After `drain` ms the remaining ones are closed, and `onCut` gets
 * their number. Call it after every hook that makes answers close the connection.
 */
export function drainOnClose(
  app: FastifyInstance,
  times: Partial<DrainTimes> | undefined,
  onCut: (connections: number) => void,
): void {
  const { lastRequests, drain } = { ...defaults, ...times };
  const { server } = app;
  const { open } = app.connections;
  app.addHook('preClose', async () => {
    for (const { response } of open.values()) {
      if (response?.headersSent === false) response.setHeader('connection', 'close');
    }
    if (open.size > 0) await sleep(lastRequests);
    const since = performance.now();
    const timer = setInterval(() => {
      server.closeIdleConnections();
      const waited = performance.now() - since;
      if (waited > drain) {
        onCut(open.size);
        server.closeAllConnections();
      } else if (waited > unusedTimeout) {
        for (const socket of open.keys()) if (socket.bytesRead === 0) socket.destroy();
      }
    }, lookInterval);
    server.once('close', () => clearInterval(timer));
  });
}
