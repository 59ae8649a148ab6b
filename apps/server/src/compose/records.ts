import { usageFeature } from '../features/usage/feature.ts';
import type { Base } from './base.ts';

/** Composes the records: the usage of accounts, and the log of events. */
export function composeRecords({ common, quotasOf, limiter, limitOf, events }: Base) {
  const usage = usageFeature({
    ...{ ...common, quotasOf },
    allowanceOf: ({ id, plan }) => limiter.peek(id, limitOf(plan), common.now()),
  });
  return { usage, features: [usage, events] };
}
