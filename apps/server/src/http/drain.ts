import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often a server that is closing looks for connections that have nothing more to do, in milliseconds. */
const lookInterval = 100;

/** How long a connection over which nothing has come yet may hold up the end, in milliseconds. */
const patience = 1_000;

/**
 * Lets a server that is closing answer every request under way, and then not wait for those who want nothing: Node keeps
 * a connection whose answer has been announced as reusable, and one that nobody has used (a browser opens such in
 * advance), and it stops looking at them when it closes.
 */
export function drainOnClose(app: FastifyInstance): void {
  const { server } = app;
  /** The latest response on each open connection. */
  const responses = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (socket: Socket) => {
    responses.set(socket, undefined);
    socket.once('close', () => responses.delete(socket));
  });
  server.on('request', (request, response) => responses.set(request.socket, response));
  app.addHook('preClose', async () => {
    const since = performance.now();
    for (const response of responses.values()) {
      if (response?.headersSent === false) response.setHeader('connection', 'close');
    }
    const timer = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - since < patience) return;
      for (const socket of responses.keys()) if (socket.bytesRead === 0) socket.destroy();
    }, lookInterval);
    server.once('close', () => clearInterval(timer));
  });
}
