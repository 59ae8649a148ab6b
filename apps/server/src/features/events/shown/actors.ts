import type { Actor } from '../../../access/actor.ts';
import type { Newcomer } from '../../../events/happening.ts';
import type { Database } from '../../../storage/database.ts';
import { type ActorNames, namesOf } from '../store.ts';

/** An actor as the API shows it. */
export interface ShownActor {
  readonly kind: 'person' | 'key' | 'visitor' | 'channel' | 'system' | 'operator';
  readonly id: string;
  readonly name?: string;
  readonly hint?: string;
  readonly user?: string;
  readonly channel?: string;
}

/** An actor as it is stored. */
interface StoredActor {
  readonly user?: string;
  readonly key?: string;
  readonly visitor?: string;
  readonly channel?: string;
  readonly operator?: boolean;
}

/** The actor as it is stored: as JSON, by what the IDs name. */
export function actorText(actor: Actor | Newcomer): string {
  switch (actor.kind) {
    // IDs need no escaping.
    case 'key':
      return `{"user":"${actor.user.id}","key":"${actor.id}"}`;
    case 'session':
      return `{"user":"${actor.user.id}"}`;
    case 'visitor':
      return JSON.stringify({ visitor: actor.id, channel: actor.channel });
    case 'channel':
      return `{"channel":"${actor.id}"}`;
    case 'system':
      return `{"${actor.id}":true}`;
  }
}

/** Returns stored actors as the API shows them, with their present names. */
export async function shownActors(db: Database, texts: readonly string[]): Promise<ShownActor[]> {
  const actors = texts.map((text) => JSON.parse(text) as StoredActor);
  const ids = (of: 'user' | 'key') => [...new Set(actors.map((actor) => actor[of]).filter((id) => id !== undefined))];
  const names = await namesOf(db, { people: ids('user'), keys: ids('key') });
  return actors.map((actor) => shownActor(actor, names));
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
