import type { Service } from '../harness.ts';
import type { Wire, WireReply, WireRequest } from '../processes/wire.ts';
import { inParallel } from './answers.ts';

/** Max failed attempts of an address per minute. */
const failuresAMinute = 20;

/** Max requests of a session per minute. */
const sessionRequestsAMinute = 600;

/** The connection that the requests are sent on, and the service behind it. */
export interface Line {
  readonly service: Pick<Service, 'advance'>;
  readonly wire: Wire;
}

/**
 * Sends the requests concurrently and returns the answers in their order. Requests that are `refused` go in batches of
 * the limit of failed attempts, others in batches of a session's limit. The clock advances a minute after each batch.
 */
export async function sendAll(
  { service, wire }: Line,
  requests: readonly WireRequest[],
  refused: boolean,
): Promise<WireReply[]> {
  const step = refused ? failuresAMinute : sessionRequestsAMinute;
  const replies: WireReply[] = [];
  for (let start = 0; start < requests.length; start += step) {
    service.advance(61_000);
    replies.push(...(await inParallel(requests.slice(start, start + step), wire.send)));
  }
  return replies;
}
