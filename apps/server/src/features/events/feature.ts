import type { Actor } from '../../access/actor.ts';
import { type Belongings, scanTable } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { retention } from './retention.ts';
import { type EventNeeds, type Happening, type Newcomer, recordEvent } from './service.ts';
import * as store from './store.ts';

const eventsOf = (db: Database, kind: 'workspace' | 'account'): Belongings => ({
  next: (owner, from) =>
    scanTable(
      from,
      async (after, limit) =>
        (await store.ownersAfter(db, after, limit)).map((row) => ({ id: row.id, isOwn: row[kind] === owner })),
      (ids) => store.removeAll(db, ids),
    ),
});

/** The log of events. */
export const eventsFeature = (needs: EventNeeds) => ({
  endpoints: [],
  jobs: [retention(needs.db)],
  /** The events of a workspace, and all of an account, for their deletion. No index finds them: decision 0036. */
  ofWorkspace: eventsOf(needs.db, 'workspace'),
  ofAccount: eventsOf(needs.db, 'account'),
  /** The statement that writes an event; the caller puts it into the unit of work of the change. */
  record: (actor: Actor | Newcomer, event: Happening): Statement => recordEvent(needs, actor, event),
});
