import { createSlots, type SlotNeeds } from '../access/limits/slots.ts';
import { eventsFeature } from '../features/events/feature.ts';
import { usageFeature } from '../features/usage/feature.ts';
import type { Base } from './base.ts';

/** Dependencies of the records on the other groups. */
interface RecordNeeds extends Pick<SlotNeeds, 'ownersOf'> {
  /** Finds the account of a workspace. */
  accountOf(workspace: string): Promise<string | undefined>;
}

/** Composes the records: the usage of accounts, and the reading of events. */
export function composeRecords(
  { common, quotasOf, limiter, limitOf, events: { log, record }, concurrency, secrets }: Base,
  { ownersOf, accountOf }: RecordNeeds,
) {
  const usage = usageFeature({
    ...{ ...common, quotasOf },
    allowanceOf: ({ id, plan }) => limiter.peek(id, limitOf(plan), common.now()),
  });
  const events = eventsFeature({
    ...{ ...common, log, record, accountOf, auditKey: secrets.auditKey },
    slots: createSlots({ concurrency, ownersOf }),
  });
  return { usage, events, features: [usage, events] };
}
