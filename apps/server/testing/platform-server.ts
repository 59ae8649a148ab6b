import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** A request to the API of a platform. */
export interface ApiRequest {
  /** Path without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The JSON of the body; empty if it has none. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the API answers. */
export interface ApiAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: object;
}

/**
 * What goes wrong with one request: its answer is lost though it had its effect, the connection is closed before it had
 * one, something between answers with a status, or it is never answered, with its effect (`silent`) or without (`stuck`).
 */
export type Fault = 'lost' | 'cut' | 'silent' | 'stuck' | number;

/** A real HTTP server that stands for the API of a platform, and what can go wrong on the way to it. */
export async function startPlatformServer(answer: (request: ApiRequest) => ApiAnswer) {
  const faults: { readonly path: RegExp; readonly fault: Fault }[] = [];
  const met: Fault[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = ''] = (request.url ?? '').split('?');
    const text = await textOf(request);
    const next = faults.findIndex((each) => each.path.test(path));
    const [{ fault } = { fault: undefined }] = next === -1 ? [] : faults.splice(next, 1);
    if (fault !== undefined) met.push(fault);
    if (fault === 'stuck') return;
    if (fault === 'cut') return void request.socket.destroy();
    if (typeof fault === 'number') return void response.writeHead(fault).end('<html>Bad gateway</html>');
    const { status = 200, headers = {}, json } = answer({ path, headers: request.headers, body: parse(text) });
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'silent') return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** The settings of a service that finds the platform here, by its type of channel. */
    environment: (type: string) => ({
      PARLEY_PLATFORM_URLS: `${type}=${url}`,
      PARLEY_ALLOW_PRIVATE_HOSTS: new URL(url).host,
    }),
    /** Has the next requests to a path fail, in order. */
    fail: (path: RegExp, ...next: readonly Fault[]) => void faults.push(...next.map((fault) => ({ path, fault }))),
    /** What went wrong so far, in order. */
    met,
    /** Has nothing more go wrong. */
    heal: () => void faults.splice(0),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {};
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Where requests to public addresses go: to the service on this machine, as DNS and a proxy do. */
export const behind = (publicUrl: string, ownUrl: () => string) => (url: string) =>
  url.startsWith(publicUrl) ? ownUrl() + url.slice(publicUrl.length) : url;
