import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How often a server that is closing looks for connections that have nothing more to do, in milliseconds. */
const lookInterval = 100;

/** How long a connection over which nothing has come yet may hold up the end, in milliseconds. */
const patience = 1_000;

/** How long a shutdown may take, in milliseconds. */
export interface DrainTimes {
  /** How long whoever is connected may still begin a request, when the shutdown has begun. */
  readonly lastRequests: number;
  /** After that, how long requests under way may take before their connections are cut. */
  readonly drain: number;
}

const usual: DrainTimes = { lastRequests: 500, drain: 30_000 };

/**
 * Lets a server that is closing answer every request, and then not wait for idle connections. Somebody may be
 * sending over an open connection at this very moment, so for a while everybody is still answered, and told that the
 * connection ends. Then no connection is accepted. Node keeps a connection whose answer has promised that it can be
 * reused, and one that has never been used (browsers open such in advance), and no longer looks at them once it closes:
 * these are ended here, and after `drain` all that are left. `onCut` gets their number. Call it after every hook that
 * makes answers say that the server closes.
 */
export function drainOnClose(
  app: FastifyInstance,
  times: Partial<DrainTimes> | undefined,
  onCut: (connections: number) => void,
): void {
  const { lastRequests, drain } = { ...usual, ...times };
  const { server } = app;
  /** The latest response on each open connection. */
  const responses = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (socket: Socket) => {
    responses.set(socket, undefined);
    socket.once('close', () => responses.delete(socket));
  });
  server.on('request', (request, response) => responses.set(request.socket, response));
  app.addHook('preClose', async () => {
    for (const response of responses.values()) {
      if (response?.headersSent === false) response.setHeader('connection', 'close');
    }
    if (responses.size > 0) await sleep(lastRequests);
    const since = performance.now();
    const timer = setInterval(() => {
      server.closeIdleConnections();
      const waited = performance.now() - since;
      if (waited > drain) {
        onCut(responses.size);
        server.closeAllConnections();
      } else if (waited > patience) {
        for (const socket of responses.keys()) if (socket.bytesRead === 0) socket.destroy();
      }
    }, lookInterval);
    server.once('close', () => clearInterval(timer));
  });
}
