import { type IncomingMessage, request } from 'node:http';
import { expect } from 'vitest';
import type { ErrorCode } from '../src/errors.ts';
import type { Failure } from '../src/http/errors.ts';
import { statusOf } from '../src/http/statuses.ts';
import { password } from './harness.ts';

/** A request that is sent as written, for cases that the SDK can't express. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** An API key. */
  readonly key?: string;
  /** A list of values repeats the header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** An object is sent as JSON; text and bytes unchanged. */
  readonly body?: object | string | Uint8Array;
}

/** A reply whose body has been read. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body as JSON; throws if it isn't JSON. */
  json(): Record<string, unknown>;
}

/** Sends one request on a new connection. */
export function send(url: string, { method = 'GET', path, key, headers = {}, body }: RawRequest): Promise<Reply> {
  const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
  const content = isJson ? JSON.stringify(body) : body;
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      hostname,
      port,
      method,
      path,
      agent: false,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...(content !== undefined && { 'content-length': Buffer.byteLength(content) }),
        ...headers,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => resolve(toReply(response, Buffer.concat(parts).toString('utf8'))));
    });
    outgoing.end(content);
  });
}

function toReply({ statusCode = 0, headers }: IncomingMessage, text: string): Reply {
  return { status: statusCode, headers, text, json: () => JSON.parse(text) as Record<string, unknown> };
}

/** Headers of every reply, including failures. */
export function expectCommonHeaders({ headers }: Reply): void {
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^req_[0-9a-z]{16,}$/),
    'cache-control': expect.stringMatching(/^(private, no-cache|no-store)$/),
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
}

/** Checks that the reply is a failure with exactly the fields of the contract's envelope, and returns it. */
export function expectFailure(reply: Reply, code: ErrorCode): Failure {
  const failure = reply.json() as unknown as Failure;
  expect({ status: reply.status, code: failure.code, text: reply.text }).toMatchObject({
    status: statusOf[code],
    code,
  });
  expectCommonHeaders(reply);
  const { success, error, code: _code, requestId, details, failed, secondFactor, hint, ...rest } = failure;
  expect({ success, requestId, rest }).toEqual({ success: false, requestId: reply.headers['x-request-id'], rest: {} });
  expectSentence(error);
  if (failed !== undefined) expect(Object.keys(failed).sort()).toEqual(['conversation', 'message', 'reply']);
  if (secondFactor !== undefined) expect(Object.keys(secondFactor).sort()).toEqual(['expiresAt', 'methods', 'token']);
  if (hint !== undefined) expect(hint).toMatch(/^[A-Z].*[.?]$/);
  if (details !== undefined) {
    expect(details.length).toBeGreaterThan(0);
    expect(details.length).toBeLessThanOrEqual(5);
    for (const detail of details) expect(detail).toEqual({ path: expect.any(String), message: expect.any(String) });
  }
  return failure;
}

/** One sentence: ends with a full stop and contains no other, except a question at the end that suggests names. */
function expectSentence(whole: string): void {
  const text = whole.replace(/ Did you mean [^?]*\?$/, '');
  expect(text).toMatch(/^\S[^\n]*[^.]\.$/);
  expect(text).not.toMatch(/[.!?] +[A-Z]/);
}

/** Signs a person in and returns the headers that a browser on the dashboard sends from then on. */
export async function signIn(
  url: string,
  email: string,
): Promise<{ readonly cookie: string; readonly origin: string }> {
  const headers = { origin: url };
  const reply = await send(url, { method: 'POST', path: '/api/session', headers, body: { email, password } });
  const [cookie = ''] = reply.headers['set-cookie'] ?? [];
  expect(reply.status).toBe(201);
  return { ...headers, cookie: cookie.split(';', 1)[0] ?? '' };
}
