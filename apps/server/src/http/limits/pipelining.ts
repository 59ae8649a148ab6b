import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { responseOn } from '../wire/connection.ts';

/** Max pipelined requests that wait on one connection before reading is paused. */
const maxWaiting = 16;

/**
 * Pauses reading from a connection while many of its pipelined requests wait (RFC 9112, section 9.3.2). Node's
 * back-pressure only counts the bytes of unsent responses. Without this limit, thousands of requests without a response
 * yet would all start at once.
 */
export function limitPipelining(server: Server): void {
  const waiting = new WeakMap<Socket, number>();
  const isFull = (connection: Socket) => (waiting.get(connection) ?? 0) >= maxWaiting;

  // Reading or discarding a request's body resumes its connection; pause it again.
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
