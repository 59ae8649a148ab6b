import { eventId } from '../../../events/event-id.ts';
import type { Database } from '../../../storage/database.ts';
import type { LoggedEvent } from '../log.ts';
import { type ShownActor, shownActors } from './actors.ts';

/** An event as the API shows it. */
export interface ShownEvent {
  readonly _id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly workspace: string | null;
  readonly actor: ShownActor;
  readonly address: string | null;
  readonly client: string | null;
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: readonly unknown[];
}

/** Returns events as the API shows them, with the present names of their actors. */
export async function present(db: Database, rows: readonly LoggedEvent[]): Promise<ShownEvent[]> {
  const actors = await shownActors(
    db,
    rows.map((row) => row.actor),
  );
  return rows.flatMap((row, index) => {
    const actor = actors[index];
    if (actor === undefined) return [];
    return {
      _id: eventId(row.account_id, Number(row.position)),
      type: row.type,
      createdAt: new Date(Number(row.created_at)).toISOString(),
      workspace: row.workspace_id,
      actor,
      address: row.address,
      client: row.client,
      requestId: row.request_id,
      data: JSON.parse(row.data) as ShownEvent['data'],
      changes: row.changes === null ? [] : (JSON.parse(row.changes) as unknown[]),
    };
  });
}
