import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Client } from 'undici';
import type { Target } from '../addresses/policy.ts';
import { OutboundError } from '../error.ts';
import { toOutboundError } from '../network-errors.ts';
import { type Deadline, unlessAborted } from './deadline.ts';
import type { HeaderRecord } from './headers.ts';
import type { Sent } from './redirect.ts';

/** A response whose body hasn't been read. */
export interface Exchange {
  readonly status: number;
  /** Names in lower case; repeated ones are joined with a comma. */
  readonly headers: HeaderRecord;
  readonly body: Readable;
  /** True if the server sent more than the response, as far as it has arrived. */
  hasExcess(): boolean;
  /** Closes the connection. */
  close(): void;
}

interface ExchangeOptions {
  readonly headerBytes: number;
  readonly idle: number;
  readonly deadline: Deadline;
}

/**
 * Sends one request over a connection of its own and returns the response's head. The connection serves nothing else.
 * Rejects with an `OutboundError`, or with the deadline's reason.
 */
export async function exchange(
  socket: Socket,
  { target, sent }: { readonly target: Target; readonly sent: Sent },
  { headerBytes, idle, deadline }: ExchangeOptions,
): Promise<Exchange> {
  const { subject, url } = target;
  const hasExcess = watchForExcess(socket);
  let isTaken = false;
  const client = new Client(url.origin, {
    // The one connection, which leads to a judged address: undici must not open another. It expects a later answer.
    connect: (_options, callback) => {
      const isFirst = !isTaken;
      isTaken = true;
      queueMicrotask(() => {
        if (isFirst) callback(null, socket);
        else callback(new OutboundError('broken', `${subject} closed the connection without a response.`), null);
      });
    },
    pipelining: 0,
    maxHeaderSize: headerBytes,
    // The deadline counts the time.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const close = () => {
    client.destroy().catch(() => undefined);
    socket.destroy();
  };
  deadline.phase(
    idle,
    () => new OutboundError('timeout', `${subject} took longer than ${idle} ms to begin its response.`),
  );
  try {
    const { statusCode, headers, body } = await unlessAborted(
      client.request({
        path: `${url.pathname}${url.search}`,
        method: sent.method,
        headers: { ...sent.headers },
        body: sent.body ?? null,
      }),
      deadline.signal,
    );
    body.on('error', () => undefined);
    deadline.rest();
    const fields = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
    return { status: statusCode, headers: Object.fromEntries(fields), body, hasExcess, close };
  } catch (error) {
    close();
    throw deadline.signal.aborted ? deadline.signal.reason : toOutboundError(error, subject);
  }
}

/**
 * Watches for bytes after the end of a response, which mean that its length was wrong. Undici closes the socket at the
 * end of the response, and then returns what it has read beyond to the socket.
 */
function watchForExcess(socket: Socket): () => boolean {
  let hasExcess = false;
  const unshift = socket.unshift.bind(socket);
  socket.unshift = (chunk: Buffer) => {
    if (socket.destroyed && chunk.length > 0) hasExcess = true;
    return unshift(chunk);
  };
  return () => hasExcess;
}
