import { type Actor, demand, reachOf } from '../../access/actor.ts';
import type { Permission } from '../../access/scopes.ts';
import type { Database } from '../../storage/database.ts';
import { failures } from './failures.ts';
import * as store from './store.ts';

/** The source that a caller wants, with the permission it needs. */
export interface Wanted {
  readonly id: string;
  readonly permission: Permission;
}

/** Throws `knowledge_source_not_found` without a source, or `insufficient_role` without the permission. */
export function allowed<Found extends { readonly workspace: string }>(
  actor: Actor,
  permission: Permission,
  source: Found | undefined,
): Found {
  if (source === undefined) throw failures.noSource();
  demand(actor, permission, source.workspace);
  return source;
}

/** Gets what is checked of a source within reach; throws like `allowed`. */
export const getSource = async (db: Database, actor: Actor, { id, permission }: Wanted): Promise<store.SourceFacts> =>
  allowed(actor, permission, await store.findFacts(db, reachOf(actor), id));
