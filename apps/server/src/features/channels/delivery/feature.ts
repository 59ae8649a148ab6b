import { createFailureLimiter } from '../../../access/limits/rate-limit.ts';
import { createChecks } from '../../../http/validation.ts';
import { parseJsonBody } from '../../../http/wire/json-body.ts';
import { expiry } from '../../../storage/expired.ts';
import { inboundEndpoints } from '../inbound/routes.ts';
import { createInbound } from '../inbound/service.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { createDelivering } from './jobs.ts';
import { createWatch } from './watch.ts';

/** Channels that talk with a platform: what comes in is handled, and what goes out is delivered, by jobs. */
export function messengersFeature(needs: MessengerNeeds) {
  const { db, onError } = needs;
  const delivering = createDelivering(needs);
  const { watched, close } = createWatch(delivering.look, onError);
  const inbound = createInbound({
    ...{ ...needs, failures: createFailureLimiter(), createCheck: createChecks(), parseJson: parseJsonBody },
  });
  return {
    endpoints: inboundEndpoints(inbound),
    jobs: [...inbound.jobs, ...delivering.jobs, expiry(db, 'channel_events')],
    /** The same database; the messages that its units of work end are delivered. */
    watched,
    close,
  };
}
