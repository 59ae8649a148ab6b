import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the service received it. */
export interface Act {
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  /** Resolves when the client has disconnected or received the whole response. */
  readonly closed: Promise<unknown>;
}

/** Answers a request. */
export type ActPlay = (response: ServerResponse) => void;

/** Answers with a status and JSON. */
export const answersJson =
  (body: unknown, status = 200): ActPlay =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Starts an HTTP service that remembers what it was asked. By default it answers that it has paid. */
export async function startActs() {
  const acts: Act[] = [];
  const plays = new Map<string, ActPlay>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    const closed = once(response, 'close');
    acts.push({ path, body: Buffer.concat(chunks).toString(), headers: request.headers, closed });
    (plays.get(path) ?? answersJson({ paid: true }))(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    /** The requests to a path. */
    at: (path: string): readonly Act[] => acts.filter((act) => act.path === path),
    /** Sets how requests to a path are answered. */
    play: (path: string, play: ActPlay): void => void plays.set(path, play),
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export type Acts = Awaited<ReturnType<typeof startActs>>;
