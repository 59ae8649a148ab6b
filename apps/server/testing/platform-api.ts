import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a platform got. */
export interface Got {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The JSON of the body; empty if there is none. */
  readonly json: Readonly<Record<string, unknown>>;
  /** When it came, in ms since 1970. */
  readonly at: number;
}

/** What a platform answers. */
export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What goes wrong with a request: another answer in place of its effect, an effect whose answer is lost, or a connection
 * that ends before it has one.
 */
export type Fault = Answer | 'lost' | 'dropped';

/** Starts the API of a platform, which answers in JSON; the caller must close it. */
export async function startPlatform(handle: (got: Got) => Answer | Promise<Answer>) {
  const requests: Got[] = [];
  const faults: { readonly match: string; readonly fault: Fault }[] = [];
  const respond = async (response: ServerResponse, got: Got): Promise<void> => {
    requests.push(got);
    const at = faults.findIndex(({ match }) => `${got.method} ${got.path}`.includes(match));
    const [taken] = at < 0 ? [] : faults.splice(at, 1);
    const fault = taken?.fault;
    if (fault === 'dropped') return void response.socket?.destroy();
    const { status, json, headers = {} } = typeof fault === 'object' ? fault : await handle(got);
    if (fault === 'lost') return void response.socket?.destroy();
    response.writeHead(status, { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers });
    response.end(json === undefined ? undefined : JSON.stringify(json));
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://platform');
    const json = JSON.parse(Buffer.concat(parts).toString() || '{}');
    await respond(response, {
      method: request.method ?? '',
      path,
      query,
      headers: request.headers,
      json,
      at: Date.now(),
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request, in order. */
    requests,
    /** The requests whose method and path contain a text. */
    asked: (match: string) => requests.filter(({ method, path }) => `${method} ${path}`.includes(match)),
    /** Lets the next requests go wrong whose method and path contain a text, one fault each. */
    fails: (match: string, ...next: readonly Fault[]) => void faults.push(...next.map((fault) => ({ match, fault }))),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
