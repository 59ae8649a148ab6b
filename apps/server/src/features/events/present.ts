import { eventId } from '../../events/event-id.ts';
import type { Database } from '../../storage/database.ts';
import type { LoggedEvent } from './log.ts';
import { type ActorNames, namesOf } from './store.ts';

/** The actor of an event as the API shows it. */
interface ShownActor {
  readonly kind: 'person' | 'key' | 'visitor' | 'channel' | 'system' | 'operator';
  readonly id: string;
  readonly name?: string;
  readonly hint?: string;
  readonly user?: string;
  readonly channel?: string;
}

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

/** An actor as it is stored. */
interface StoredActor {
  readonly user?: string;
  readonly key?: string;
  readonly visitor?: string;
  readonly channel?: string;
  readonly operator?: boolean;
}

/** Returns events as the API shows them, with the present names of their actors. */
export async function present(db: Database, rows: readonly LoggedEvent[]): Promise<ShownEvent[]> {
  const actors = rows.map((row) => JSON.parse(row.actor) as StoredActor);
  const ids = (of: 'user' | 'key') => [...new Set(actors.map((actor) => actor[of]).filter((id) => id !== undefined))];
  const names = await namesOf(db, { people: ids('user'), keys: ids('key') });
  return rows.map((row, index) => ({
    _id: eventId(row.account_id, Number(row.position)),
    type: row.type,
    createdAt: new Date(Number(row.created_at)).toISOString(),
    workspace: row.workspace_id,
    actor: shownActor(actors[index] ?? {}, names),
    address: row.address,
    client: row.client,
    requestId: row.request_id,
    data: JSON.parse(row.data) as ShownEvent['data'],
    changes: row.changes === null ? [] : (JSON.parse(row.changes) as unknown[]),
  }));
}

function shownActor(actor: StoredActor, { people, keys }: ActorNames): ShownActor {
  const { user, key, visitor, channel } = actor;
  if (key !== undefined) return { kind: 'key', id: key, ...keys.get(key), ...(user !== undefined && { user }) };
  if (user !== undefined) {
    const name = people.get(user);
    return { kind: 'person', id: user, ...(name !== undefined && { name }) };
  }
  if (visitor !== undefined) return { kind: 'visitor', id: visitor, ...(channel !== undefined && { channel }) };
  if (channel !== undefined) return { kind: 'channel', id: channel };
  const kind = actor.operator === true ? 'operator' : 'system';
  return { kind, id: kind };
}
