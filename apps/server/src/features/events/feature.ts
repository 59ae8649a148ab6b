import type { Actor } from '../../access/actor.ts';
import type { Happening, Newcomer } from '../../events/happening.ts';
import type { Bus } from '../../replies/relay.ts';
import type { Statement } from '../../storage/unit.ts';
import { createAppended } from './appended.ts';
import { belongingsOf } from './belongings.ts';
import { createEventLog } from './log.ts';
import { type RecordNeeds, recordEvent } from './record.ts';
import { retention } from './retention.ts';
import { eventEndpoints } from './routes.ts';
import { createEvents, type EventsNeeds } from './service.ts';

/** The log of events, which every feature writes: it comes before all of them. */
export function eventLog(needs: RecordNeeds & { readonly bus: Bus | undefined }) {
  const appended = createAppended(needs);
  const db = appended.watch(needs.db);
  const log = createEventLog({ ...needs, db, appended });
  return {
    /** The database whose units of work tell readers of events that they contain. */
    db,
    log,
    /** Returns the statement that writes an event; the caller puts it into the unit of work of the change. */
    record: (actor: Actor | Newcomer, event: Happening): Statement =>
      appended.mark(...recordEvent(needs, actor, event)),
    /** Calls `heard` with the account or the workspace whose log has grown; with an empty text for any. */
    onAppended: appended.listen,
    close: appended.close,
  };
}

/** Reading the log, and the deletion of what is old. */
export function eventsFeature(needs: EventsNeeds) {
  const events = createEvents(needs);
  return {
    endpoints: eventEndpoints(events),
    jobs: [retention(needs)],
    /** The events of a workspace, and all of an account, for their deletion. */
    ...belongingsOf(needs),
    close: events.close,
  };
}
