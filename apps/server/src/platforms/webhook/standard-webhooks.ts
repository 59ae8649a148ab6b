import { Webhook } from 'standardwebhooks';
import { OutboundError } from '../../outbound/error.ts';
import { type SendContext, SendFailure } from '../messenger.ts';

/** Limits of a request to the other side, in ms. Nothing of its body is read. */
const limits = { connect: 5_000, idle: 10_000, total: 15_000 } as const;

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
