import type { NamesOf } from '../../access/workspace-for.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Database } from '../../storage/database.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { Sealing } from '../../storage/secrets/sealed.ts';
import type { Delivery } from './delivery/delivery.ts';

/** Dependencies of webhooks. */
export interface WebhookNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'webhook'): string;
  readonly room: Room;
  readonly enqueue: Enqueue;
  readonly secrets: Sealing;
  readonly namesOf: NamesOf;
  readonly outbound: Pick<Outbound, 'judge'>;
  readonly log: {
    /** The position of the last event of an account. */
    last(account: string): Promise<number>;
    accountOf(workspace: string): Promise<string | undefined>;
  };
  readonly delivery: Pick<Delivery, 'soon' | 'test'>;
  readonly record: RecordEvent;
}

/** A webhook, and the versions that `If-Match` allows; any if undefined. */
export interface Target {
  readonly id: string;
  readonly ifMatch: readonly number[] | undefined;
}
