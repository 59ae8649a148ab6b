import { type Actor, demand, reachOf } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { SealedPlace } from '../../storage/secrets/sealed.ts';
import * as store from './store.ts';

/** The permission that each operation on webhooks needs. */
export const permission = 'workspace:admin';

export const notFound = () => new AppError('webhook_not_found', 'There is no such webhook.');

/** Gets a webhook within reach. Throws `webhook_not_found`, or `insufficient_role` without the permission. */
export async function getWebhook(db: Database, actor: Actor, id: string): Promise<store.StoredWebhook> {
  const found = await store.find(db, reachOf(actor), id);
  if (found === undefined) throw notFound();
  demand(actor, permission, found.workspace);
  return found;
}

/** The places of the secrets of a webhook. */
export const placeOf = {
  secret: (webhook: string): SealedPlace => ['webhooks.secret', webhook],
  oldSecret: (webhook: string): SealedPlace => ['webhooks.old_secret', webhook],
} as const;
