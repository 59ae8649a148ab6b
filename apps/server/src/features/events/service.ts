import type { Principal } from '../../http/principal.ts';
import type { Database } from '../../storage/database.ts';
import type { Condition, Statement } from '../../storage/unit.ts';
import * as store from './store.ts';

/** Something that happened, as a feature reports it. */
export interface Happening {
  /** A dotted name: `agent.created`. */
  readonly type: string;
  /** Undefined for what concerns the whole account. */
  readonly workspace?: string | undefined;
  /** The account where it isn't the principal's own. */
  readonly account?: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Only where this holds when the unit runs. */
  readonly when?: Condition;
}

/** Whoever runs the instance, or the instance itself. */
type Unnamed = 'operator' | 'system';

/** The log of events: each is written in the unit of work of the change that it tells of. */
export function createEvents({ db, now, newId }: { db: Database; now: () => number; newId: () => string }) {
  return {
    /** The statement that writes an event; the caller puts it into its unit. */
    record: (actor: Principal | Unnamed, { type, workspace, account, data, when }: Happening): Statement => {
      const row = {
        id: newId(),
        account_id: account ?? (typeof actor === 'string' ? '' : actor.account.id),
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

function actorOf(actor: Principal | Unnamed) {
  if (typeof actor === 'string') return { [actor]: true };
  return actor.kind === 'key' ? { user: actor.user.id, key: actor.id } : { user: actor.user.id };
}
