import type { Service } from '../harness.ts';
import type { Wire, WireReply, WireRequest } from '../wire.ts';
import { inParallel } from './answers.ts';

/** Failed attempts that an address has in a minute. */
const failuresAMinute = 20;

/** Requests that a session has in a minute. */
const sessionRequestsAMinute = 600;

/** What requests are sent with. */
export interface Line {
  readonly service: Pick<Service, 'advance'>;
  readonly wire: Wire;
}

/**
 * Sends the requests, many at once, and gives the answers in their order. Those that are `refused` go in steps of as many
 * failed attempts as a minute allows, the others in steps of a session's limit; the clock goes on a minute after each.
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
