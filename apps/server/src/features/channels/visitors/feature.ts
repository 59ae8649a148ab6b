import { createFailureLimiter, type RateLimiter } from '../../../access/limits/rate-limit.ts';
import type { Secrets } from '../../../access/secrets.ts';
import { createVisitorTokens } from '../../../access/visitor-tokens.ts';
import type { Database } from '../../../storage/database.ts';
import { expiry } from '../../../storage/expired.ts';
import { createGate } from '../gate.ts';
import { readSecrets, validSecrets } from '../secrets.ts';
import { visitorEndpoints } from './routes.ts';
import { createVisitors } from './service.ts';

/** Dependencies of the visitors of channels. */
export interface VisitorFeatureNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'visitor'): string;
  readonly secrets: Secrets;
  readonly limiter: RateLimiter;
  /** The origin of the instance. */
  readonly ownOrigin: string;
}

/** The visitors of channels on the web, and what every message through a channel passes. */
export function visitorsFeature(needs: VisitorFeatureNeeds) {
  const { db, now, secrets } = needs;
  const visitors = createVisitors({
    ...needs,
    tokens: createVisitorTokens(secrets.visitorKey, now),
    failures: createFailureLimiter(),
    identitySecrets: (sealed) => validSecrets(readSecrets(secrets, sealed), now()),
  });
  return {
    endpoints: visitorEndpoints(visitors),
    /** Recognises the token of a visitor. */
    recognise: visitors.recognise,
    /** What the page of a channel is served with. */
    page: visitors.page,
    /** Lets a message through a channel pass. */
    passChannel: createGate(needs),
    /** Deletes the counts of past days. */
    jobs: [expiry(db, 'channel_counts')],
  };
}
