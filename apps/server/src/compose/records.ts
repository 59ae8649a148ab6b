import { createSlots, type SlotNeeds } from '../access/limits/slots.ts';
import type { NamesOf } from '../access/workspace-for.ts';
import { eventsFeature } from '../features/events/feature.ts';
import { usageFeature } from '../features/usage/feature.ts';
import { missedEvents, webhooksFeature } from '../features/webhooks/feature.ts';
import type { Mail } from '../mail/mail.ts';
import type { Base } from './base.ts';

/** Dependencies of the records on the other groups. */
interface RecordNeeds extends Pick<SlotNeeds, 'ownersOf'> {
  readonly namesOf: NamesOf;
  /** Finds the account of a workspace. */
  accountOf(workspace: string): Promise<string | undefined>;
  /** The mail addresses of the owners and admins of a workspace. */
  adminsOf(workspace: string): Promise<readonly string[]>;
  readonly mail: Mail;
}

/** Time after which a mail about a webhook is no longer sent, in ms. */
const mailedWithin = 24 * 60 * 60 * 1000;

/** Composes the records: the usage of accounts, the reading of events, and webhooks that get them. */
export function composeRecords(
  { common, quotasOf, limiter, limitOf, events: { log, record, onAppended }, concurrency, secrets, outbound }: Base,
  { ownersOf, accountOf, namesOf, adminsOf, mail }: RecordNeeds,
) {
  const usage = usageFeature({
    ...{ ...common, quotasOf },
    allowanceOf: ({ id, plan }) => limiter.peek(id, limitOf(plan), common.now()),
  });
  const events = eventsFeature({
    ...{ ...common, log, record, accountOf, auditKey: secrets.auditKey },
    slots: createSlots({ concurrency, ownersOf }),
    missed: missedEvents(common.db),
  });
  const webhooks = webhooksFeature({
    ...{ ...common, record, log, secrets, outbound, namesOf, onAppended, present: events.present },
    mailAdmins: async (workspace, letter) => {
      const until = common.now() + mailedWithin;
      return mail.isOn
        ? (await adminsOf(workspace)).map((to) => mail.deliver({ ...letter, workspace, until, to }))
        : [];
    },
  });
  return { usage, events, webhooks, features: [usage, events, webhooks] };
}
