import type { Principal } from '../../access/actor.ts';
import { includesPermission, type Permission } from '../../access/scopes.ts';
import { AppError, invalid } from '../../errors.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import { changesOfKey, getKey, notFound, ownerOf } from './access.ts';
import type { KeyNeeds } from './needs.ts';
import type { ApiKey, ApiKeyChanges } from './schema.ts';
import * as store from './store.ts';

/** Max attempts of a change, which is repeated if the scopes changed since they were read. */
const maxAttempts = 5;

/** Thrown if a key's scopes have changed since they were read. */
class StaleRead extends Error {}

const conflict = () =>
  new AppError('version_conflict', 'The API key has been changed by another request.', { hint: 'Try again.' });

/** Changes and revokes keys. */
export function createKeyChanges(needs: KeyNeeds) {
  const { db, now } = needs;

  const attempt = async (principal: Principal, id: string, changes: ApiKeyChanges): Promise<ApiKey> => {
    const { key, row } = await getKey(db, principal, { id, now: now() });
    const { name, scopes } = changes;
    const fields = (['name', 'scopes'] as const).filter((field) => changes[field] !== undefined);
    if (fields.length === 0) return key;
    if (scopes !== undefined) demandFewer(key.scopes, scopes);
    const { account_id: account, scopes: before } = row;
    await db.write({
      held: holdRow(db, 'api_keys', { id }),
      event: needs.record(principal, {
        ...{ type: 'api_key.updated', ...ownerOf(row), data: { key: id, fields } },
        changes: changesOfKey({ id }, { name, scopes: scopes && JSON.stringify(scopes) }),
      }),
      name: name === undefined ? undefined : store.rename(db, account, { id, name }, notFound),
      scopes: scopes && store.narrow(db, account, { id, before, scopes }, () => new StaleRead()),
    });
    if (scopes !== undefined) needs.forgetCallers();
    return { ...key, ...changes };
  };

  return {
    /** Renames a key, and reduces its scopes. Throws `validation_failed` for a scope that the key doesn't have. */
    update: async (principal: Principal, id: string, changes: ApiKeyChanges): Promise<ApiKey> => {
      for (let attempts = 1; attempts <= maxAttempts; attempts += 1) {
        try {
          return await attempt(principal, id, changes);
        } catch (error) {
          // Two changes that each reduce the scopes could together extend them, so the second one looks again.
          if (!(error instanceof StaleRead)) throw error;
        }
      }
      throw conflict();
    },

    revoke: async (principal: Principal, id: string): Promise<void> => {
      const { row } = await getKey(db, principal, { id, now: now() });
      await db.write({
        // Before the key is revoked: the event is written only if it was not revoked yet.
        event: needs.record(principal, {
          type: 'api_key.revoked',
          ...ownerOf(row),
          data: { key: id },
          when: store.isUnrevoked(db, id),
        }),
        revoked: store.revoke(db, row.account_id, { id, time: now() }),
      });
      needs.forgetCallers();
    },
  };
}

/** Throws `validation_failed` unless the scopes that a key has include each of the wanted ones. */
function demandFewer(held: readonly Permission[], wanted: readonly Permission[]): void {
  const granted = new Set(held);
  const more = wanted.flatMap((scope, index) => (includesPermission(granted, scope) ? [] : [index]));
  if (more.length === 0) return;
  const message = `can't be added: scopes can only be reduced, and the key has ${held.join(', ')}`;
  const { code, message: sentence, extras } = invalid(more.map((index) => ({ path: `scopes.${index}`, message })));
  throw new AppError(code, sentence, { ...extras, hint: 'Create another key for more rights.' });
}
