import type { Readable } from 'node:stream';
import { Webhook } from 'standardwebhooks';
import { OutboundError } from '../../../outbound/error.ts';
import type { Outbound } from '../../../outbound/outbound.ts';

/** Limits of a request, in ms. Of its reply the first kilobyte is read, however long it is. */
const limits = { connect: 5_000, idle: 15_000, total: 15_000, bodyBytes: Number.MAX_SAFE_INTEGER } as const;

/** Max bytes of a reply that are kept. */
const maxReply = 1_024;

/** The address to send to, and the secrets that sign: while one is rotated, the old one, too. */
export interface Receiver {
  readonly url: string;
  readonly secrets: readonly string[];
}

/** An event to send. */
export interface WebhookMessage {
  /** The same at each attempt. */
  readonly id: string;
  readonly body: string;
  readonly isReplayed: boolean;
}

/** The result of a request. */
export interface Reply {
  /** The HTTP status; null without a reply. */
  readonly status: number | null;
  /** Time until the status arrived, or the request failed, in ms. */
  readonly latencyMs: number;
  /** Why the attempt failed; null if it didn't. */
  readonly error: string | null;
  /** The first kilobyte of the reply; null without one. */
  readonly reply: string | null;
  /** True if nothing came within the time. */
  readonly isSilent: boolean;
  /** True if nothing was sent, because too many requests wait: no attempt. */
  readonly isBusy: boolean;
}

/** Dependencies of sending. */
export interface RequestNeeds {
  readonly outbound: Pick<Outbound, 'fetch'>;
  readonly now: () => number;
}

/** Creates the function that sends one signed request. It rejects at the signal, and when the process shuts down. */
export function createRequest({ outbound, now }: RequestNeeds) {
  return async ({ url, secrets }: Receiver, message: WebhookMessage, signal?: AbortSignal): Promise<Reply> => {
    const { id, body, isReplayed } = message;
    const time = new Date(now());
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
      ...(isReplayed && { 'webhook-replayed': 'true' }),
    };
    const began = performance.now();
    const latency = () => Math.round(performance.now() - began);
    try {
      const request = { url, method: 'POST', headers, body, redirect: 'manual', limits } as const;
      const response = await outbound.fetch({ ...request, ...(signal !== undefined && { signal }) });
      const { status } = response;
      const latencyMs = latency();
      const reply = await startOf(response.body, signal);
      return { status, latencyMs, error: problemOf(status), reply, isSilent: false, isBusy: false };
    } catch (error) {
      if (!(error instanceof OutboundError) || error.kind === 'closed') throw error;
      const { kind, message: why, status = null } = error;
      const about = { isSilent: kind === 'timeout', isBusy: kind === 'busy' };
      return { status, latencyMs: latency(), error: why, reply: null, ...about };
    }
  };
}

/** Reads the first kilobyte of a body. A later failure, or a slow rest, changes nothing about the status. */
async function startOf(body: Readable, signal: AbortSignal | undefined): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size >= maxReply) break;
    }
  } catch {
    signal?.throwIfAborted();
  } finally {
    body.destroy();
  }
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, maxReply), { stream: true });
  // PostgreSQL stores no NUL.
  return text.replaceAll('\0', '\ufffd');
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  return `The receiver answered ${status}${isRedirect ? ': redirects are not followed' : ''}.`;
}
