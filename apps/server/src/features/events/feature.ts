import type { Actor } from '../../access/actor.ts';
import type { Statement } from '../../storage/unit.ts';
import { retention } from './retention.ts';
import { type EventNeeds, type Happening, type Newcomer, recordEvent } from './service.ts';

/** The log of events. */
export const eventsFeature = (needs: EventNeeds) => ({
  endpoints: [],
  jobs: [retention(needs.db)],
  /** The statement that writes an event; the caller puts it into the unit of work of the change. */
  record: (actor: Actor | Newcomer, event: Happening): Statement => recordEvent(needs, actor, event),
});
