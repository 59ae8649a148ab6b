import type { Static } from 'typebox';
import type { Actor } from '../../../access/actor.ts';
import { eventId } from '../../../events/event-id.ts';
import type { Database } from '../../../storage/database.ts';
import { type SelectionNeeds, select } from '../selection.ts';
import type { EventSeal } from './seal-schema.ts';
import * as store from './store.ts';

/** Dependencies of showing seals. */
export interface SealNeeds extends Pick<SelectionNeeds, 'accountOf'> {
  readonly db: Database;
}

/**
 * Returns the newest seal of a workspace's log, or of the account's own without one; for a key that is bound to a
 * workspace, of that. Throws unless the actor administers it.
 */
export async function newestSeal(
  { db, accountOf }: SealNeeds,
  actor: Actor,
  workspaceId: string | undefined,
): Promise<Static<typeof EventSeal>> {
  const { account, within } = await select(actor, workspaceId === undefined ? {} : { workspaceId }, accountOf);
  const log = workspaceId ?? (within?.own === true ? account : within?.workspaces[0]);
  const link = log === undefined ? undefined : await store.newest(db, { account, log });
  if (link === undefined) return { position: null, sealedAt: null, hash: null, events: 0 };
  return {
    position: eventId(account, Number(link.position)),
    sealedAt: new Date(Number(link.sealed_at)).toISOString(),
    hash: link.hash,
    events: Number(link.events),
  };
}
