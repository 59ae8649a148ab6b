import type { RecordEvent } from '../../../events/happening.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Database } from '../../../storage/database.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Sealing } from '../../../storage/secrets/sealed.ts';
import type { ReadRow } from '../../../storage/tables.ts';
import type { Statement } from '../../../storage/unit.ts';

/** An event as the log has it. */
export type LoggedEvent = ReadRow<'event_log'>;

/** An event as the API shows it, as far as a receiver gets it. */
export interface ShownEvent {
  readonly _id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly workspace: string | null;
  readonly actor: object;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: readonly unknown[];
}

/** The events that a webhook wants. */
export interface WantedEvents {
  readonly account: string;
  readonly within: { readonly workspaces: readonly string[]; readonly own: boolean };
  readonly types: readonly string[] | undefined;
  readonly agents: readonly string[] | undefined;
}

/** The log of events, as far as deliveries need it. */
export interface DeliveryLog {
  /** Gives positions to what was committed. */
  settle(): Promise<unknown>;
  /** Finds the account of a workspace. */
  accountOf(workspace: string): Promise<string | undefined>;
  /** Reads wanted events after a position, oldest first; nothing is left out up to `through`. */
  after(
    wanted: WantedEvents,
    position: number,
    limit: number,
  ): Promise<{ readonly events: readonly LoggedEvent[]; readonly through: number; readonly more: boolean }>;
  /** Reads the events at some positions that are still kept. */
  at(account: string, positions: readonly number[]): Promise<readonly LoggedEvent[]>;
}

/** A mail to the people who administer a workspace. */
export interface AdminLetter {
  readonly subject: string;
  readonly text: string;
}

/** Speed of deliveries to one webhook. */
export interface DeliveryPace {
  /** Max requests at the same time; the outbound door lets no more through to one host. */
  readonly atOnce: number;
  /** The shortest time between two events that are replayed, in ms. */
  readonly replayMs: number;
  /** Time after an event within which webhooks are told of it together with others, in ms. */
  readonly coalesceMs: number;
}

/** Dependencies of deliveries. */
export interface DeliveryNeeds {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  newId(kind: 'webhookDelivery'): string;
  readonly log: DeliveryLog;
  /** Returns events as the API shows them. */
  present(events: readonly LoggedEvent[]): Promise<readonly ShownEvent[]>;
  /** Calls with the account or the workspace whose log has grown, or with an empty text for any; returns its end. */
  onAppended(heard: (of: string) => void): () => void;
  readonly enqueue: Enqueue;
  readonly outbound: Pick<Outbound, 'fetch'>;
  readonly secrets: Pick<Sealing, 'open'>;
  readonly record: RecordEvent;
  /** Returns the statements that mail those who administer a workspace. */
  mailAdmins(workspace: string, letter: AdminLetter): Promise<readonly Statement[]>;
  onError(error: unknown): void;
  /** 0 to 1; `Math.random` by default. */
  readonly random?: () => number;
  readonly pace?: Partial<DeliveryPace>;
}
