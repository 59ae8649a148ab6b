import { Webhook } from 'standardwebhooks';
import { OutboundError } from '../../../../outbound/error.ts';
import { isSame } from '../equal-secrets.ts';
import {
  type RequestHeaders,
  type SendContext,
  SendFailure,
  type SignedRequest,
  type VerifyContext,
} from '../messenger.ts';

/** Maximum difference in s between the time of a request and now (Standard Webhooks). */
const toleranceSeconds = 5 * 60;

/** Limits of a request to the other side, in ms. Nothing of its body is read. */
const limits = { connect: 5_000, idle: 10_000, total: 15_000 } as const;

const one = (headers: RequestHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

/** The ID of the event of a request; empty if it has none. */
export const idOf = (headers: RequestHeaders): string => one(headers, 'webhook-id');

/** True if a request has the three headers of Standard Webhooks and is recent enough. */
export function mayBeSigned(headers: RequestHeaders, now: number): boolean {
  const timestamp = one(headers, 'webhook-timestamp');
  return (
    /^[\x21-\x7e]{1,255}$/.test(idOf(headers)) &&
    /^v1,/.test(one(headers, 'webhook-signature')) &&
    /^\d{1,12}$/.test(timestamp) &&
    Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds
  );
}

/**
 * True if a request is signed with one of the secrets (Standard Webhooks 1.0). It ignores the time: `mayBeSigned`
 * checks that by the clock of the service, while the library's `verify` would use the clock of the machine.
 */
export function isSigned({ headers, bytes }: SignedRequest, { secrets }: Pick<VerifyContext, 'secrets'>): boolean {
  const time = new Date(Number(one(headers, 'webhook-timestamp')) * 1000);
  const given = one(headers, 'webhook-signature').split(' ');
  return secrets.some((secret) => {
    const right = new Webhook(secret).sign(idOf(headers), time, bytes);
    return given.some((signature) => isSame(signature, right));
  });
}

/** A request to send: its ID, which stays the same when it is sent again, and its type and data. */
interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: object;
}

/** Sends a signed event, and returns the status of the answer. Throws a `SendFailure` unless that is a success. */
export async function sendSigned(
  url: string,
  { id, type, data }: Event,
  { secrets, fetch, now, signal }: SendContext,
): Promise<number> {
  const time = new Date(now);
  const body = JSON.stringify({ type, timestamp: time.toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    // While a secret is rotated, the other side may know the old one or the new one.
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
  };
  try {
    const request = { url, method: 'POST', headers, body, redirect: 'manual', limits } as const;
    const response = await fetch({ ...request, ...(signal !== undefined && { signal }) });
    response.body.destroy();
    return demandSuccess(response.status);
  } catch (error) {
    if (error instanceof OutboundError) throw new SendFailure(error.kind, error.message, { isFinal: isFinal(error) });
    throw error;
  }
}

/** True if the address itself is refused, so that a retry is useless. */
const isFinal = ({ kind }: OutboundError) => ['url', 'scheme', 'port', 'address', 'header'].includes(kind);

function demandSuccess(status: number): number {
  if (status >= 200 && status < 300) return status;
  const isRefusal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  throw new SendFailure('refused', `The server answered ${status}.`, { isFinal: isRefusal });
}
