import type { Actor } from '../../access/actor.ts';
import type { Happening, Newcomer } from '../../events/happening.ts';
import type { Bus } from '../../replies/relay.ts';
import type { Statement } from '../../storage/unit.ts';
import { createAppended } from './appended.ts';
import { belongingsOf } from './belongings.ts';
import type { ExportNeeds } from './export/export.ts';
import { exportEndpoints } from './export/routes.ts';
import { createEventLog, type LoggedEvent, type LogNeeds } from './log.ts';
import { type RecordNeeds, recordEvent } from './record.ts';
import { type RetentionNeeds, retention } from './retention.ts';
import { eventEndpoints } from './routes.ts';
import { sealEndpoints } from './seals/routes.ts';
import { sealing } from './seals/sealing.ts';
import { createEvents, type EventsNeeds } from './service.ts';
import { actorText, shownActors } from './shown/actors.ts';
import { present } from './shown/present.ts';

/** The log of events, which every feature writes: it comes before all of them. */
export function eventLog(needs: RecordNeeds & Pick<LogNeeds, 'retentionMs'> & { readonly bus: Bus | undefined }) {
  const appended = createAppended(needs);
  const writing = { db: needs.db, now: needs.now, tell: appended.tell };
  return {
    log: createEventLog({ ...needs, appended }),
    /** Returns the statement that writes an event; the caller puts it into the unit of work of the change. */
    record: (actor: Actor | Newcomer, event: Happening): Statement => recordEvent(writing, actor, event),
    /** An actor as it is stored, and stored ones as the API shows them. */
    actors: { text: actorText, shown: (texts: readonly string[]) => shownActors(needs.db, texts) },
    /** Calls `heard` with the account or the workspace whose log has grown; with an empty text for any. */
    onAppended: appended.listen,
    close: appended.close,
  };
}

/** Dependencies of reading, sealing and deleting events. */
type Needs = EventsNeeds &
  Pick<ExportNeeds, 'record'> &
  Pick<RecordNeeds, 'now'> &
  Pick<RetentionNeeds, 'missed'> & { readonly auditKey: Uint8Array };

/** Reading the log, its seals, and the deletion of what is old. */
export function eventsFeature(needs: Needs) {
  const events = createEvents(needs);
  return {
    endpoints: [...eventEndpoints(events), ...exportEndpoints(needs), ...sealEndpoints(needs)],
    /** Returns events as the API shows them, with the present names of their actors. */
    present: (rows: readonly LoggedEvent[]) => present(needs.db, rows),
    jobs: [sealing({ ...needs, key: needs.auditKey }), retention(needs)],
    /** The events of a workspace, and all of an account, with their seals, for their deletion. */
    ...belongingsOf(needs),
    close: events.close,
  };
}
