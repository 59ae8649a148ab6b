import type { Actor } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Condition, Statement } from '../../storage/unit.ts';
import * as store from './store.ts';

/** An event as a feature reports it. */
export interface Happening {
  /** A dotted name: `agent.created`. */
  readonly type: string;
  /** Undefined for what concerns the whole account. */
  readonly workspace?: string | undefined;
  /** The account where it is neither the workspace's nor the actor's own. */
  readonly account?: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Only where this holds when the unit runs. */
  readonly when?: Condition;
}

/** A person who signs in with the very change that is recorded. */
interface Newcomer {
  readonly kind: 'session';
  readonly user: { readonly id: string };
  readonly account: { readonly id: string };
}

/** The log of events: each is written in the unit of work of the change that it tells of. */
export function createEvents({ db, now, newId }: { db: Database; now: () => number; newId: () => string }) {
  return {
    /** The statement that writes an event; the caller puts it into its unit. */
    record: (actor: Actor | Newcomer, { type, workspace, account, data, when }: Happening): Statement => {
      const row = {
        id: newId(),
        account_id: account ?? accountOf(actor, workspace),
        workspace_id: workspace ?? null,
        type,
        actor: JSON.stringify(actorOf(actor)),
        data: JSON.stringify(data),
        created_at: now(),
      };
      return when === undefined ? store.append(db, row) : store.appendWhen(db, row, when);
    },
  };
}

/** The account of an event; undefined if it is that of the workspace, which the store looks up. */
function accountOf(actor: Actor | Newcomer, workspace: string | undefined): string | undefined {
  if (actor.kind !== 'key' && actor.kind !== 'session') return undefined;
  const isOwn = workspace === undefined || ('ownWorkspaces' in actor && actor.ownWorkspaces.has(workspace));
  return isOwn ? actor.account.id : undefined;
}

/** The actor as the event tells it. */
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
