import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Requests whose client waits for `100 Continue`, with their responses. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Lets a client that waits for `100 Continue` (RFC 9110, section 10.1.1) wait until its body is wanted. Node would ask
 * for the body of every such request. After another answer it closes the connection, so the body is never sent.
 */
export function continueWhenWanted(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
}

/** Asks for the body of a request, if its client waits for that. */
export function wantBody(request: IncomingMessage): void {
  if (request.headers.expect !== undefined) waiting.get(request)?.writeContinue();
}
