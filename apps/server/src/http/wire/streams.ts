import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { whenClosed } from './connection.ts';
import { baseHeaders } from './reply.ts';
import { type Reader, smallReply, type Unread } from './unread.ts';

/** The interval of keep-alive comments on a silent stream of events, in ms. */
const usualPing = 15_000;

/** One server-sent event (WHATWG HTML, section 9.2); its data is JSON text. */
export interface ServerEvent {
  /** Undefined for one that is not part of what a resumed stream continues. */
  readonly id?: string;
  readonly event: string;
  readonly data: string;
}

/** True if an `Accept` header (RFC 9110, section 12.5.1) accepts server-sent events with a weight above zero. */
export function asksForEvents(accept: string | undefined): boolean {
  // The fast path of nearly every request.
  if (accept === undefined || !/event-stream/i.test(accept)) return false;
  return new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes().includes('text/event-stream');
}

/** True if the caller of a long response still has the right to it; synchronous if no rights have changed. */
type StillAllowed = () => boolean | Promise<boolean>;

/** Options of every long response besides its parts. */
interface Sending {
  /** A check before each part; if it fails, the connection is closed. */
  readonly stillAllowed?: StillAllowed;
  /** Counts what its reader leaves unread. */
  readonly unread: Unread;
  /** The account of its reader. */
  readonly account: string;
}

/**
 * Sends events until their source ends, with back-pressure: a slow reader pauses the source. A reader that disconnects
 * ends it. If the source fails, the connection is closed and the client resumes from its last event.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    events,
    replayed,
    created,
    pingInterval = usualPing,
    ...sending
  }: Sending & {
    readonly events: AsyncIterable<ServerEvent>;
    readonly replayed?: boolean;
    /** The URL of the created object; then the status is 201. */
    readonly created?: string | undefined;
    readonly pingInterval?: number;
  },
): Promise<void> {
  const response = begin(request, reply, {
    status: created === undefined ? 200 : 201,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // Turns off buffering in nginx.
      'x-accel-buffering': 'no',
      ...(replayed === true && { 'idempotent-replayed': 'true' }),
      ...(created !== undefined && { location: created }),
    },
  });
  const ping = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': ping\n\n');
    endUnless(sending.stillAllowed ?? always, response);
  }, pingInterval);
  try {
    await pump(response, { parts: events, toText: frameOf }, sending);
  } finally {
    clearInterval(ping);
  }
}

/** Closes a silent stream whose caller has lost the right. A check that fails is repeated with the next ping. */
function endUnless(stillAllowed: StillAllowed, response: ServerResponse): void {
  const allowed = stillAllowed();
  if (allowed === true) return;
  Promise.resolve(allowed).then(
    (may) => may || response.destroy(),
    () => undefined,
  );
}

const frameOf = ({ id, event, data }: ServerEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;

/** A long text that is generated while it is sent. */
export interface TextStream {
  readonly contentType: string;
  /** The file name for a browser's download. */
  readonly fileName: string;
  readonly parts: AsyncIterable<string>;
}

/** Sends a text part by part, with back-pressure. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { contentType, fileName, parts, ...sending }: TextStream & Sending,
): Promise<void> {
  const disposition = `attachment; filename="${fileName}"`;
  const headers = { 'content-type': contentType, 'content-disposition': disposition };
  const response = begin(request, reply, { status: 200, headers });
  await pump(response, { parts, toText: (part) => part }, sending);
}

/**
 * Sends an answer that took long, if its caller still has the right to it; otherwise closes the connection, as it does
 * within a stream.
 */
export function ifAllowed(reply: FastifyReply, stillAllowed: StillAllowed, sendWhole: () => void): void {
  const decide = (allowed: boolean) => {
    if (allowed) return sendWhole();
    reply.hijack();
    reply.raw.destroy();
  };
  const allowed = stillAllowed();
  if (typeof allowed === 'boolean') decide(allowed);
  else allowed.then(decide).catch((error: unknown) => reply.send(error));
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

function begin(request: FastifyRequest, reply: FastifyReply, { status, headers }: Head): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(status, { ...baseHeaders(request), ...headers });
  reply.raw.flushHeaders();
  return reply.raw;
}

/** The parts of a long response, and how each becomes its text. */
interface Source<Part> {
  readonly parts: AsyncIterable<Part>;
  readonly toText: (part: Part) => string;
}

async function pump<Part>(
  response: ServerResponse,
  { parts, toText }: Source<Part>,
  { stillAllowed = always, unread, account }: Sending,
): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  const { socket: connection } = response.req;
  const reader = { account, connection };
  const gone = whenGone(response, connection);
  try {
    // A HEAD request gets headers only.
    while (!gone.already() && response.req.method !== 'HEAD') {
      const next = await gone.or(iterator.next());
      if (next === undefined || next.done === true) break;
      const allowed = stillAllowed();
      if (allowed !== true && (await allowed) === false) {
        response.destroy();
        return;
      }
      await writePart(response, toText(next.value), { unread, reader, gone });
    }
    response.end();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    gone.stop();
    // Not awaited: a source that is waiting would block this.
    iterator.return?.()?.catch(() => undefined);
  }
}

const always: StillAllowed = () => true;

interface Writing {
  readonly unread: Unread;
  readonly reader: Reader;
  readonly gone: Gone;
}

/**
 * Writes a part, a large one as soon as it may wait to be read, and waits until it has been taken. Small parts needn't
 * wait for others of the account, so a stream that is read goes on.
 */
async function writePart(response: ServerResponse, part: string, { unread, reader, gone }: Writing): Promise<void> {
  const bytes = Buffer.byteLength(part);
  const reserved = bytes > smallReply ? unread.reserve(reader, bytes) : undefined;
  let release = reserved instanceof Promise ? await gone.or(reserved) : reserved;
  if (gone.already()) return release?.();
  if (!response.write(part)) {
    release ??= unread.count(reader, bytes);
    await gone.or(drained(response));
  }
  release?.();
}

/** Resolves when the reader has drained the buffer. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => void response.once('drain', resolve));

type Gone = ReturnType<typeof whenGone>;

/** Tracks a disconnect. `or` waits for a promise or for that; `Promise.race` would retain every loser. */
function whenGone(response: ServerResponse, connection: Socket) {
  let leave: (() => void) | undefined;
  const left = () => leave?.();
  response.once('close', left);
  const stop = whenClosed(connection, left);
  const already = () => response.closed || connection.destroyed;
  return {
    already,
    stop,
    or: <Result>(wanted: Promise<Result>): Promise<Result | undefined> =>
      new Promise((resolve, reject) => {
        // The event that says so has passed, and there is no other.
        if (already()) resolve(undefined);
        leave = () => resolve(undefined);
        wanted.then(resolve, reject);
      }),
  };
}
