import { createSlots, type SlotNeeds } from '../access/limits/slots.ts';
import type { NamesOf } from '../access/workspace-for.ts';
import { eventsFeature } from '../features/events/feature.ts';
import { usageFeature } from '../features/usage/feature.ts';
import { webhooksFeature } from '../features/webhooks/feature.ts';
import type { Base } from './base.ts';

/** Dependencies of the records on the other groups. */
interface RecordNeeds extends Pick<SlotNeeds, 'ownersOf'> {
  readonly namesOf: NamesOf;
  /** Finds the account of a workspace. */
  accountOf(workspace: string): Promise<string | undefined>;
}

/** Composes the records: the usage of accounts, the reading of events, and webhooks that get them. */
export function composeRecords(
  { common, quotasOf, limiter, limitOf, events: { log }, concurrency, secrets, outbound }: Base,
  { ownersOf, accountOf, namesOf }: RecordNeeds,
) {
  const usage = usageFeature({
    ...{ ...common, quotasOf },
    allowanceOf: ({ id, plan }) => limiter.peek(id, limitOf(plan), common.now()),
  });
  const events = eventsFeature({ ...common, log, accountOf, slots: createSlots({ concurrency, ownersOf }) });
  const webhooks = webhooksFeature({ ...common, log, secrets, outbound, namesOf });
  return { usage, events, webhooks, features: [usage, events, webhooks] };
}
