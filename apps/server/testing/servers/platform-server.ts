import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a platform got. */
export interface Got {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The JSON of the body; empty if the request has no JSON. */
  readonly json: Readonly<Record<string, unknown>>;
  /** When it came, in ms since 1970. */
  readonly at: number;
}

/** An answer of a platform. */
export interface Answer {
  /** 200 by default. */
  readonly status?: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A fault of one request: another answer in place of its effect, the status and page of a gateway, an effect whose
 * answer is lost, a connection that is cut before it has one, or no answer ever, with its effect (`silent`) or without
 * (`stuck`).
 */
export type Fault = Answer | number | 'lost' | 'cut' | 'silent' | 'stuck';

/** The API of a platform, which answers in JSON, and what can go wrong on the way to it; the caller must close it. */
export async function startPlatform(handle: (got: Got) => Answer | Promise<Answer>) {
  const requests: Got[] = [];
  const faults: { readonly match: string; readonly fault: Fault }[] = [];
  const met: Fault[] = [];

  /** Takes the next thing that is to go wrong with a request. */
  const faultOf = ({ method, path }: Got): Fault | undefined => {
    const line = `${method} ${path}`;
    const at = faults.findIndex(({ match }) => line.includes(match));
    const [taken] = at < 0 ? [] : faults.splice(at, 1);
    if (taken !== undefined) met.push(taken.fault);
    return taken?.fault;
  };

  const respond = async (response: ServerResponse, got: Got): Promise<void> => {
    requests.push(got);
    const fault = faultOf(got);
    if (fault === 'stuck') return;
    if (fault === 'cut') return void response.socket?.destroy();
    if (typeof fault === 'number') return void response.writeHead(fault).end('<html>Bad gateway</html>');
    const { status = 200, json, headers = {} } = typeof fault === 'object' ? fault : await handle(got);
    if (fault === 'lost') return void response.socket?.destroy();
    if (fault === 'silent') return;
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** The settings of a service that finds the platform here, by its type of channel. */
    environment: (type: string) => environmentOf(type, url),
    /** Every request, in order. */
    requests,
    /** The requests whose method and path contain a text. */
    asked: (match: string) => requests.filter(({ method, path }) => `${method} ${path}`.includes(match)),
    /** Lets the next requests go wrong whose method and path contain a text, one fault each. */
    fails: (match: string, ...next: readonly Fault[]) => void faults.push(...next.map((fault) => ({ match, fault }))),
    /** The faults that have occurred, in order. */
    met,
    /** Has nothing more go wrong. */
    heal: () => void faults.splice(0),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The settings of a service that finds a platform on this machine. */
export const environmentOf = (type: string, url: string) => ({
  PARLEY_PLATFORM_URLS: `${type}=${url}`,
  PARLEY_ALLOW_PRIVATE_HOSTS: new URL(url).host,
});

/** Returns the real address of requests to public addresses: the service on this machine, as DNS and a proxy do. */
export const behind = (publicUrl: string, ownUrl: () => string) => (url: string) =>
  url.startsWith(publicUrl) ? ownUrl() + url.slice(publicUrl.length) : url;
