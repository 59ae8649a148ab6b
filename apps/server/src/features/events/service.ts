import type { Principal } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Condition, Statement } from '../../storage/unit.ts';
import * as store from './store.ts';

/** Something that happened, as a feature reports it. */
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

/** Whoever did it: a principal, or a person who has only just become one. */
interface Actor {
  readonly kind: Principal['kind'];
  readonly id: string;
  readonly user: { readonly id: string };
  readonly account: { readonly id: string };
  /** The workspaces that are known to belong to that account. */
  readonly ownWorkspaces?: ReadonlySet<string>;
}

/** Whoever runs the instance, or the instance itself. */
type Unnamed = 'operator' | 'system';

/** The log of events: each is written in the unit of work of the change that it tells of. */
export function createEvents({ db, now, newId }: { db: Database; now: () => number; newId: () => string }) {
  return {
    /** The statement that writes an event; the caller puts it into its unit. */
    record: (actor: Actor | Unnamed, { type, workspace, account, data, when }: Happening): Statement => {
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

/** Whose event it is: a guest's change belongs to the account of the workspace, which the store looks up (undefined). */
function accountOf(actor: Actor | Unnamed, workspace: string | undefined): string | undefined {
  if (typeof actor === 'string') return undefined;
  return workspace === undefined || actor.ownWorkspaces?.has(workspace) === true ? actor.account.id : undefined;
}

function actorOf(actor: Actor | Unnamed) {
  if (typeof actor === 'string') return { [actor]: true };
  return actor.kind === 'key' ? { user: actor.user.id, key: actor.id } : { user: actor.user.id };
}
