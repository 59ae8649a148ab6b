import type { Actor, Origin } from '../access/actor.ts';
import type { StoredChanges } from '../storage/changes/stored-changes.ts';
import type { Condition, Statement } from '../storage/unit.ts';
import type { DataOf, EventType } from './catalog/catalog.ts';

/**
 * A field that a change has set, with its values as the API has them. Long or private texts are a `TextMark`, unless the
 * workspace asks for texts. A secret that was set, changed or removed has null before and after: neither its value nor a
 * digest of it is ever here.
 */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that every event has beside its type and data. */
interface Common {
  /** Undefined if the event concerns the whole account. */
  readonly workspace?: string | undefined;
  /** The account, if it is neither the workspace's nor the actor's own. */
  readonly account?: string;
  readonly changes?: readonly FieldChange[] | StoredChanges | undefined;
  /** The event is written only if this holds when the unit runs. */
  readonly when?: Condition;
}

/** An event as a feature reports it. */
export type Happening = {
  readonly [Type in EventType]: Common & { readonly type: Type; readonly data: DataOf<Type> };
}[EventType];

/** A person who is signed in by the recorded change itself: there is no session actor yet. */
export interface Newcomer {
  readonly kind: 'session';
  readonly user: { readonly id: string };
  readonly account: { readonly id: string };
  readonly origin?: Origin | undefined;
}

/** Returns the statement that writes an event. It belongs in the unit of work of the change that it reports. */
export type RecordEvent = (actor: Actor | Newcomer, event: Happening) => Statement;
