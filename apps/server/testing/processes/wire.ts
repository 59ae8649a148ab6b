import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { afterAll } from 'vitest';
import { statusOf } from '../../src/http/statuses.ts';

/** Max open connections of one wire. */
const maxConnections = 32;

/** A request as sent on the wire; only what HTTP itself needs is added. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Text or bytes; an object is sent as JSON, with its Content-Type. */
  readonly body?: string | Uint8Array | object | undefined;
}

/** The reply. */
export interface WireReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends requests that the SDK can't express, and shows what it hides: the status, each header and the bytes. */
export interface Wire {
  send(request: WireRequest): Promise<WireReply>;
  close(): void;
}

/** The first event of a stream that ends only when its reader leaves: the reply is that event. */
const firstOfEndless = /^event: conversation\./m;

/** A stream that ends only when its reader leaves, and sends nothing until something changes: its head is the reply. */
const silent = /\/conversations\/events(?![\w-])/;

/** Opens a wire to a service; the caller must close it. */
export function openWire(url: string): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections });
  const { hostname, port } = new URL(url);
  return {
    send: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const json = typeof body === 'object' && !(body instanceof Uint8Array);
        const bytes = json ? JSON.stringify(body) : body;
        const framing = {
          ...(json && { 'content-type': 'application/json' }),
          ...(bytes !== undefined && { 'content-length': Buffer.byteLength(bytes) }),
        };
        const outgoing = request({ agent, hostname, port, method, path, headers: { ...framing, ...headers } });
        outgoing.on('error', reject);
        outgoing.on('response', (incoming) => {
          const chunks: Buffer[] = [];
          const done = () => {
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
          };
          const leave = () => {
            incoming.off('error', reject).on('error', () => undefined);
            done();
            incoming.destroy();
          };
          const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') === true;
          if (isStream && silent.test(path)) return leave();
          incoming.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            if (firstOfEndless.test(chunk.toString('latin1'))) leave();
          });
          incoming.on('error', reject);
          incoming.on('end', done);
        });
        outgoing.end(bytes);
      }),
    close: () => agent.destroy(),
  };
}

/** Opens a wire to a service for the tests of a file, and closes it after them. */
export function wireTo(service: { readonly url: string }): Wire {
  let opened: Wire | undefined;
  const close = () => opened?.close();
  afterAll(close);
  const send = (wanted: WireRequest) => {
    // The service starts before the tests, but after their collection.
    opened ??= openWire(service.url);
    return opened.send(wanted);
  };
  return { send, close };
}

/** The parsed body of a reply. */
export const jsonOf = (reply: Pick<WireReply, 'text'>): Record<string, unknown> => JSON.parse(reply.text);

/** The log entries about a reply's request: the cause of a status 500. */
export function bugBehind({ headers }: Pick<WireReply, 'headers'>, log: string): string {
  const id = String(headers['x-request-id']);
  return log
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('"err"'))
    .join('\n');
}

/** Returns the violations of sections 1 and 4 of the contract's decisions by any reply; empty without violations. */
export function envelopeProblems({ status, headers, text }: WireReply): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, what: string) => holds || problems.push(what);
  must(/^req_[0-9a-z]{8,40}$/.test(String(headers['x-request-id'])), 'has no X-Request-Id');
  must(headers['x-content-type-options'] === 'nosniff', 'lacks X-Content-Type-Options');
  must(['private, no-cache', 'no-store'].includes(String(headers['cache-control'])), 'lacks Cache-Control');
  must(headers['x-powered-by'] === undefined && headers['server'] === undefined, 'names its software');
  if (status === 304) return text === '' ? problems : [...problems, '304 has a body'];
  must(headers['content-type'] === 'application/json; charset=utf-8', `is ${headers['content-type']}`);
  if (headers['content-length'] !== undefined) {
    must(Number(headers['content-length']) === Buffer.byteLength(text), 'has another length than it states');
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [...problems, 'is no JSON'];
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [...problems, 'is no object'];
  const fields = body as Record<string, unknown>;
  return [...problems, ...(status < 400 ? successProblems(fields) : failureProblems({ status, headers, fields }))];
}

function successProblems(fields: Record<string, unknown>): string[] {
  const { success, data, message, ...more } = fields;
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (success !== true) return ['does not say success: true'];
  if (isObject === (typeof message === 'string')) return ['carries neither data as an object nor a message'];
  return Object.keys(more).map((name) => `has a field ${name} beside its data`);
}

interface FailureParts {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly fields: Record<string, unknown>;
}

/** Headers required by a status: RFC 9110 for 401, 405 and 415, the contract for the others. */
const headersOf: Readonly<Record<number, string>> = {
  401: 'www-authenticate',
  405: 'allow',
  415: 'accept',
  429: 'retry-after',
  503: 'retry-after',
};

/** Max details of a failure, and max characters of client input that it echoes. */
const maxDetails = 5;
const maxFailure = 4000;

function failureProblems({ status, headers, fields }: FailureParts): string[] {
  const problems: string[] = [];
  const must = (holds: boolean, what: string) => holds || problems.push(what);
  const { success, error, code, requestId, details = [], hint = '', failed: _failed, ...more } = fields;
  must(success === false, 'does not say success: false');
  must(typeof error === 'string' && /\S.*\.$/s.test(error), `has no sentence as its error: ${String(error)}`);
  must(statusOf[code as keyof typeof statusOf] === status, `says ${String(code)} with status ${status}`);
  must(requestId === headers['x-request-id'], 'names another request id in its body than in its header');
  must(Object.keys(more).length === 0, `has fields that no failure has: ${Object.keys(more).join()}`);
  must(typeof hint === 'string', 'has a hint that is no text');
  must(Array.isArray(details) && details.length <= maxDetails && details.every(isDetail), 'has wrong details');
  must(
    JSON.stringify(fields).length <= maxFailure,
    `answers a failure with ${JSON.stringify(fields).length} characters`,
  );
  // A server without mail has none in a minute either.
  const needed = code === 'mail_not_configured' ? undefined : headersOf[status];
  must(needed === undefined || headers[needed] !== undefined, `lacks ${needed}`);
  return problems;
}

function isDetail(detail: unknown): boolean {
  if (typeof detail !== 'object' || detail === null) return false;
  const { path, message, ...more } = detail as Record<string, unknown>;
  return typeof path === 'string' && typeof message === 'string' && Object.keys(more).length === 0;
}
