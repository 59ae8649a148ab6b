import type { Actor } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Condition, Statement } from '../../storage/unit.ts';
import * as store from './store.ts';

/** Dependencies of the log of events. */
export interface EventNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'event'): string;
}

/** An event as a feature reports it. */
export interface Happening {
  /** A dotted name: `agent.created`. */
  readonly type: string;
  /** Undefined if the event concerns the whole account. */
  readonly workspace?: string | undefined;
  /** The account, if it is neither the workspace's nor the actor's own. */
  readonly account?: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The event is written only if this holds when the unit runs. */
  readonly when?: Condition;
}

/** A person who is signed in by the recorded change itself: there is no session actor yet. */
export interface Newcomer {
  readonly kind: 'session';
  readonly user: { readonly id: string };
  readonly account: { readonly id: string };
}

/** Returns the statement that writes an event. It belongs in the unit of work of the change that the event reports. */
export function recordEvent({ db, now, newId }: EventNeeds, actor: Actor | Newcomer, event: Happening): Statement {
  const { type, workspace, account, data, when } = event;
  const row = {
    id: newId('event'),
    account_id: account ?? accountOf(actor, workspace),
    workspace_id: workspace ?? null,
    type,
    actor: actorText(actor),
    data: JSON.stringify(data),
    created_at: now(),
  };
  return when === undefined ? store.append(db, row) : store.appendWhen(db, row, when);
}

/** The account of an event; undefined if it is the workspace's, which the store looks up. */
function accountOf(actor: Actor | Newcomer, workspace: string | undefined): string | undefined {
  if (actor.kind !== 'key' && actor.kind !== 'session') return undefined;
  const isOwn = workspace === undefined || ('ownWorkspaces' in actor && actor.ownWorkspaces.has(workspace));
  return isOwn ? actor.account.id : undefined;
}

/** The texts of actors; a recognised caller is the same object in each of its requests. */
const actorTexts = new WeakMap<Actor | Newcomer, string>();

/** The actor as the event shows it, as JSON. */
function actorText(actor: Actor | Newcomer): string {
  const known = actorTexts.get(actor);
  if (known !== undefined) return known;
  const text = JSON.stringify(actorOf(actor));
  actorTexts.set(actor, text);
  return text;
}

/** The actor as the event shows it. */
function actorOf(actor: Actor | Newcomer): Readonly<Record<string, string | boolean>> {
  switch (actor.kind) {
    case 'key':
      return { user: actor.user.id, key: actor.id };
    case 'session':
      return { user: actor.user.id };
    case 'visitor':
      return { visitor: actor.id, channel: actor.channel };
    case 'channel':
      return { channel: actor.id };
    case 'system':
      return { [actor.id]: true };
  }
}
