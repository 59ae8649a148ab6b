import type { Arrival } from '../../../platforms/arrival.ts';
import type { InboundMessage } from '../../../platforms/inbound-message.ts';
import type { Statement } from '../../../storage/unit.ts';
import * as ledger from '../delivery/outbox/ledger-store.ts';
import * as gateStore from '../gate/gate-store.ts';
import type { MessengerNeeds } from '../messenger-needs.ts';
import { createInboundJobs, type InboundNeeds, keptMs } from './jobs.ts';
import * as store from './store.ts';
import { digestOf, threadDigest } from './thread-store.ts';

/** Max length of the ID of an event, in characters; a longer one is stored as its digest. */
const maxEventId = 255;

/** The channel that something came in through. */
interface ArrivalPlace {
  readonly id: string;
  readonly workspace: string;
}

/** Creates what stores arrivals, and the jobs that handle them. */
export function createArrivals(needs: InboundNeeds) {
  const { enqueueThread, jobs } = createInboundJobs(needs);
  return { arriving: createEventStore(needs, enqueueThread), jobs };
}

/** Creates what stores the arrivals of a platform, each event once, with the jobs that handle them. */
export function createEventStore(
  { db, now, newId }: Pick<MessengerNeeds, 'db' | 'now' | 'newId'>,
  enqueueThread: ReturnType<typeof createInboundJobs>['enqueueThread'],
) {
  const eventOf = ({ id, workspace }: ArrivalPlace, { event, message }: Stored): Statement[] => {
    const time = now();
    const thread = threadDigest({ user: message.user.id, thread: message.thread });
    return [
      store.insert(db, workspace, {
        ...{ id: newId('channelEvent'), channel_id: id, event_id: shortened(event), thread, state: 'pending' },
        ...{ payload: JSON.stringify(message), error: null, claimed_by: null, claimed_until: 0 },
        ...{ received_at: time, expires_at: time + keptMs },
      }),
      enqueueThread(workspace, { channel: id, thread }),
    ];
  };

  return {
    /** The statements that store what a request contains. */
    statements: (place: ArrivalPlace, arrivals: readonly Arrival[]): Statement[] => {
      const { id, workspace } = place;
      const time = now();
      const events = arrivals.filter((arrival) => arrival.kind === 'message');
      return [
        ...events.flatMap((arrival) => eventOf(place, arrival)),
        ...arrivals.flatMap((arrival) =>
          arrival.kind === 'receipt'
            ? ledger.noteReceipt(db, workspace, { channel: id, now: time, ...arrival.receipt })
            : [],
        ),
        ...(events.length === 0 ? [] : [gateStore.noteEvent(db, workspace, { id, now: time })]),
      ];
    },
  };
}

/** An event as it is stored. */
interface Stored {
  readonly event: string;
  readonly message: InboundMessage;
}

const shortened = (event: string): string => (event.length <= maxEventId ? event : digestOf([event]));
