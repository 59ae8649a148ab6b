import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { responseOn } from '../wire/connection.ts';

/** How many requests of one connection may wait for the reply to an earlier one before no more are read from it. */
const mostWaiting = 16;

/**
 * Reads no more from a connection while many of its requests wait for their replies (RFC 9112, section 9.3.2, lets a
 * client send them so). Node holds a client back by the size of the replies that it has not taken, so thousands of
 * requests that came at once, none of which has a reply yet, would all be begun.
 */
export function limitPipelining(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  const isFull = (connection: Socket) => (waiting.get(connection) ?? 0) >= mostWaiting;

  // Whoever reads or throws away a request's body sets its connection in motion again.
  const stayPaused = function (this: Socket) {
    if (isFull(this)) this.pause();
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = request.socket;
    if (responseOn(connection) === response) return;
    if (!waiting.has(connection)) connection.on('resume', stayPaused);
    waiting.set(connection, (waiting.get(connection) ?? 0) + 1);
    if (isFull(connection)) connection.pause();
    response.once('close', () => {
      const wasFull = isFull(connection);
      waiting.set(connection, (waiting.get(connection) ?? 0) - 1);
      if (wasFull && !isFull(connection)) connection.resume();
    });
  });
}
