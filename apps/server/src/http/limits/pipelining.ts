import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { responseOn } from '../wire/connection.ts';

/** Max pipelined requests of one connection that are handled, besides the one whose response is written. */
const maxWaiting = 16;

/** The pipelined requests of one connection whose responses wait. */
interface Pipeline {
  /** Number of requests that are handled. */
  started: number;
  /** Continue those that were read already, and aren't handled yet. */
  readonly held: (() => void)[];
}

/**
 * Handles only a few pipelined requests of a connection at a time (RFC 9112, section 9.3.2), and pauses reading from it
 * while there are more. Node's back-pressure only counts the bytes of unsent responses, and one read from the socket
 * brings hundreds of requests. Each could open a file, or take a large response from the database.
 */
export function limitPipelining(app: FastifyInstance): void {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const isFull = (connection: Socket) => (pipelines.get(connection)?.started ?? 0) >= maxWaiting;

  // Reading or discarding a request's body resumes its connection; pause it again.
  const stayPaused = function (this: Socket) {
    if (isFull(this)) this.pause();
  };

  const pipelineOf = (connection: Socket): Pipeline => {
    const known = pipelines.get(connection);
    if (known !== undefined) return known;
    const created = { started: 0, held: [] };
    pipelines.set(connection, created);
    connection.on('resume', stayPaused);
    return created;
  };

  const start = (connection: Socket, response: ServerResponse) => {
    const pipeline = pipelineOf(connection);
    pipeline.started += 1;
    if (isFull(connection)) connection.pause();
    response.once('close', () => {
      const wasFull = isFull(connection);
      pipeline.started -= 1;
      if (connection.destroyed) return;
      const next = pipeline.held.shift();
      if (next !== undefined) next();
      else if (wasFull) connection.resume();
    });
  };

  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    const { socket: connection } = request;
    if (responseOn(connection) === response) return done();
    if (!isFull(connection)) {
      start(connection, response);
      return done();
    }
    pipelineOf(connection).held.push(() => {
      start(connection, response);
      done();
    });
  });
}
