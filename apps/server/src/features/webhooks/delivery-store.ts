import type { Database } from '../../storage/database.ts';
import { one, type Statement } from '../../storage/unit.ts';

/** A delivery to send again. */
interface Again {
  readonly webhook: string;
  readonly delivery: string;
  readonly now: number;
}

/** Queues a delivery again, with all of its attempts; throws `orElse` if the webhook has none with this ID. */
export const again = (
  db: Database,
  workspace: string,
  { webhook, delivery, now }: Again,
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', replayed: 1, attempts: 0, due_at: now, updated_at: now })
      .where('id', '=', delivery)
      .where('webhook_id', '=', webhook)
      .where('workspace_id', '=', workspace),
    orElse,
  );

/** Positions of a log to send again: after the first one, up to the other. */
interface Range {
  readonly webhook: string;
  readonly after: number;
  readonly through: number;
}

/** Has a range of the log sent again; throws `orElse` if one is under way, or the webhook is gone. */
export const resend = (
  db: Database,
  workspace: string,
  { webhook, after, through }: Range,
  orElse: () => Error,
): Statement =>
  one(
    db.query
      .updateTable('webhooks')
      .set({ resend_after: after, resend_through: through })
      .where('id', '=', webhook)
      .where('workspace_id', '=', workspace)
      .where('resend_after', 'is', null)
      .where('deleted_at', 'is', null),
    orElse,
  );
