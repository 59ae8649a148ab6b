import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A local HTTP server. */
export interface WebServer {
  readonly url: string;
  /** Cuts all connections and refuses new ones. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
}

/** Starts a server on a free port of its own. The caller must stop it. */
export async function startWebServer(handler: Handler): Promise<WebServer> {
  const server = createServer((request, response) => void handler(request, response));
  const listen = (port: number) =>
    new Promise<void>((done, fail) => {
      server.once('error', fail).listen(port, '127.0.0.1', () => done());
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
    start: () => listen(port),
  };
}

/** The body of a request as JSON; an empty object if it is empty. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
