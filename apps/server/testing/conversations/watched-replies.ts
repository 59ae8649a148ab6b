import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Operation, readOperations } from '../fuzz/document.ts';
import { documentProblems, isText, mediaType } from './documented-replies.ts';

/** Number of replies that the servers of this worker sent, by their comparison with openapi.json. */
export interface ReplyCounts {
  /** Replies of documented operations, each compared with the document. */
  checked: number;
  /** Refusals under `/api/` of paths and methods that are no operation: compared with the failure's schema. */
  refusals: number;
  /** Replies outside the operations: pages, files, metrics, the document itself, endpoints of one test. */
  others: number;
}

const counts: ReplyCounts = { checked: 0, refusals: 0, others: 0 };
let problems: string[] = [];

/** Returns the differences found since the last call, one text each, and forgets them. */
export function takeReplyProblems(): string[] {
  const taken = problems;
  problems = [];
  return taken;
}

/** Returns how many replies were seen since the last call. */
export function takeReplyCounts(): ReplyCounts {
  const taken = { ...counts };
  Object.assign(counts, { checked: 0, refusals: 0, others: 0 });
  return taken;
}

/** Compares every reply of a server in this process with openapi.json. `ownPaths` are paths of the test's endpoints. */
export function watchReplies(server: Server, ownPaths: readonly string[] = []): void {
  const own = ownPaths.map((path) => patternOf(path.replaceAll(/:(\w+)/g, '{$1}')));
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const [path = '', query] = (request.url ?? '').split('?', 2);
    if (own.some((pattern) => pattern.test(path))) counts.others += 1;
    else watch(response, { method: request.method ?? '', path, query });
  });
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: string | undefined;
}

/** Reads along with each write; the check follows the last byte, so that nothing waits for it. */
function watch(response: ServerResponse, asked: Asked): void {
  const { writeHead, write, end } = response;
  const parts: (string | Uint8Array)[] = [];
  let headers: IncomingHttpHeaders = {};
  // A long text isn't kept: tests measure the memory that it takes.
  const keep = (part: unknown) => {
    if ((typeof part === 'string' || part instanceof Uint8Array) && !isText({ headers })) parts.push(part);
  };
  let seen = false;
  const see = () => {
    if (seen) return;
    seen = true;
    const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
    parts.length = 0;
    const all = { ...named(response.getHeaders()), ...headers };
    check(asked, { status: response.statusCode, headers: all, text: unpacked(bytes, all) });
  };
  response.writeHead = (...args: unknown[]) => {
    headers = named(args.at(-1));
    return Reflect.apply(writeHead, response, args);
  };
  response.write = (...args: unknown[]) => {
    keep(args[0]);
    return Reflect.apply(write, response, args);
  };
  response.end = (...args: unknown[]) => {
    keep(args[0]);
    const ended = Reflect.apply(end, response, args);
    see();
    return ended;
  };
  // The sent part of a stream whose reader left, or which was cut.
  response.once('close', () => response.headersSent && see());
}

/** The text of a reply, without its `Content-Encoding`. */
function unpacked(bytes: Buffer, { 'content-encoding': encoding }: IncomingHttpHeaders): string {
  if (encoding === undefined || bytes.length === 0) return bytes.toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

const named = (headers: unknown): IncomingHttpHeaders =>
  typeof headers === 'object' && headers !== null
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    : {};

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Methods that do the same as one that the document names. */
const twins: Readonly<Record<string, string>> = { HEAD: 'GET', PATCH: 'PUT', PUT: 'PATCH' };

function check(asked: Asked, reply: Reply): void {
  const known = operationsAt(asked.path);
  const methods = [asked.method, twins[asked.method]];
  const operation = known.find(({ method }) => methods.includes(method));
  const isCut = reply.text === '' && mediaType(reply) === 'application/json';
  let found: string[] = [];
  // The answer to a preflight (CORS) is for the browser alone.
  const isPreflight = asked.method === 'OPTIONS' && reply.status === 204;
  if (operation !== undefined) {
    counts.checked += 1;
    // The answer to a HEAD has no body, and its operation is the GET.
    if (asked.method !== 'HEAD' && !isCut) found = documentProblems(operation, reply, asked.query);
  } else if (!isPreflight && isOurs(asked, known.length, reply)) {
    counts.refusals += 1;
    if (asked.method !== 'HEAD' && !isCut) found = refusalProblems(reply);
  } else {
    counts.others += 1;
  }
  problems.push(...found.map((problem) => `${asked.method} ${asked.path} ${reply.status}: ${problem}`));
}

/** True for an answer of the API, known or not. */
const isOurs = ({ path }: Asked, known: number, { status }: Reply): boolean =>
  known > 0 || (path.startsWith('/api/') && status >= 400);

/** A refusal of a path or a method that the document doesn't have: it still is a failure as any other. */
function refusalProblems(reply: Reply): string[] {
  const [operation] = operations();
  const failure = operation?.responses.get(400)?.problems['application/json'];
  if (mediaType(reply) !== 'application/json' || reply.status < 400) return ['is no failure of ours'];
  return failure?.(JSON.parse(reply.text)) ?? ['the document has no failure'];
}

let read: readonly (Operation & { readonly pattern: RegExp })[] | undefined;

function operations() {
  read ??= readOperations()
    .map((operation) => ({ ...operation, pattern: patternOf(operation.path) }))
    // A fixed segment wins over a parameter, as in the router.
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  return read;
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** The operations of the one path that matches. */
function operationsAt(path: string): readonly Operation[] {
  const matching = operations().filter(({ pattern }) => pattern.test(path));
  const [first] = matching;
  return matching.filter((operation) => operation.path === first?.path);
}
