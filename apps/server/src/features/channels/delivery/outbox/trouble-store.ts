import { sql } from 'kysely';
import type { Database } from '../../../../storage/database.ts';
import { monotonicTime } from '../../../../storage/sql/monotonic-time.ts';
import { type Condition, type Statement, statement } from '../../../../storage/unit.ts';

/** A channel, and what went wrong with it. */
interface Trouble {
  readonly channel: string;
  /** The sealed secrets with which it was tried; any if undefined. */
  readonly sealed?: string | undefined;
  readonly error: { readonly code: string; readonly message: string };
  /** True if the platform refuses the channel itself. */
  readonly isRefusal: boolean;
  readonly now: number;
}

/** A condition: the channel has this state. */
export function isAt(
  db: Database,
  workspace: string,
  { channel, sealed, status }: Pick<Trouble, 'channel' | 'sealed'> & { readonly status: 'active' | 'error' },
): Condition {
  const found = db.query
    .selectFrom('channels')
    .select('id')
    .where('id', '=', channel)
    .$if(sealed !== undefined, (query) => query.where('secrets', '=', sealed ?? ''))
    .where('workspace_id', '=', workspace)
    .where('status', '=', status);
  return sql<boolean>`exists ${found}`;
}

/** Notes that a channel can't deliver, unless it is switched off. */
export const noteTrouble = (
  db: Database,
  workspace: string,
  { channel, sealed, error, isRefusal, now }: Trouble,
): Statement => {
  const lastError = JSON.stringify({ ...error, at: new Date(now).toISOString() });
  return statement(
    db.query
      .updateTable('channels')
      .set((of) => ({
        ...{ status: 'error', last_error: lastError, version: of('version', '+', 1) },
        updated_at: monotonicTime(of.ref('updated_at'), now),
        refused: isRefusal ? 1 : 0,
      }))
      .where('id', '=', channel)
      .where('workspace_id', '=', workspace)
      .$if(sealed !== undefined, (query) => query.where('secrets', '=', sealed ?? ''))
      .where('status', 'in', ['active', 'error']),
  );
};

/** Notes that a channel can deliver again. */
export const clearTrouble = (
  db: Database,
  workspace: string,
  { channel, sealed, now }: Pick<Trouble, 'channel' | 'sealed' | 'now'>,
): Statement =>
  statement(
    db.query
      .updateTable('channels')
      .set((of) => ({
        ...{ status: 'active', last_error: null, refused: 0, version: of('version', '+', 1) },
        updated_at: monotonicTime(of.ref('updated_at'), now),
      }))
      .where('id', '=', channel)
      .where('workspace_id', '=', workspace)
      .$if(sealed !== undefined, (query) => query.where('secrets', '=', sealed ?? ''))
      .where('status', '=', 'error'),
  );
