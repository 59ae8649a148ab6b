import type { Principal } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { holdRow } from '../../storage/sql/lock-rows.ts';
import { type Along, nothingAlong } from '../../storage/unit.ts';
import { changesOfKey, getKey, ownerOf } from './access.ts';
import type { KeyNeeds } from './needs.ts';
import { makeKey } from './new-key.ts';
import type { NewApiKey } from './schema.ts';
import * as store from './store.ts';

const hour = 60 * 60 * 1000;

/** The key to rotate, and how long it stays valid. */
interface RotationOf {
  readonly id: string;
  readonly overlapHours: number;
}

const replaced = () =>
  new AppError('api_key_inactive', 'The API key has been changed, has expired, was revoked or has been replaced.', {
    hint: 'Rotate the key that replaced it; if its secret was lost, revoke that key first.',
  });

/** Rotates keys. */
export const createRotation = (needs: KeyNeeds) => ({
  /** Creates a key with the same rights; the old one stays valid for `overlapHours`. */
  rotate: async (
    principal: Principal,
    { id, overlapHours }: RotationOf,
    along: Along<NewApiKey> = nothingAlong,
  ): Promise<NewApiKey> => {
    const { db, now } = needs;
    const { row: old, key: shown } = await getKey(db, principal, { id, now: now() });
    if (shown.status !== 'active') {
      throw new AppError('api_key_inactive', `The API key is ${shown.status}; create another one instead.`);
    }
    // The caller learns the new secret and could act as the key's user with it.
    if (old.user_id !== principal.user.id) {
      throw new AppError('insufficient_role', 'Only the user of a key can rotate it.');
    }
    const lifetime = old.expires_at === null ? undefined : Number(old.expires_at) - Number(old.created_at);
    const createdAt = now();
    const { row, key } = makeKey(needs, {
      account: old.account_id,
      user: { id: shown.user._id, name: shown.user.name, email: shown.user.email },
      workspace: old.workspace_id ?? undefined,
      name: old.name,
      scopes: shown.scopes,
      environment: shown.environment,
      createdAt,
      expiresAt: lifetime === undefined ? undefined : createdAt + lifetime,
      rotatedFrom: id,
    });
    const until = createdAt + overlapHours * hour;
    const event = { ...ownerOf(old), data: { key: id } };
    const isShorter = overlapHours > 0 && (old.expires_at === null || Number(old.expires_at) > until);
    const { scopes } = old;
    await db.write({
      held: holdRow(db, 'api_keys', { id }),
      shortened: isShorter
        ? needs.record(principal, {
            ...{ type: 'api_key.updated', ...ownerOf(old), data: { key: id, fields: ['expiresAt'] } },
            changes: changesOfKey({ id }, { expires_at: until }),
          })
        : undefined,
      // Next, because the rest depends on it: the key may have been revoked, reduced or replaced since it was read.
      old: store.makeWay(db, old.account_id, { id, scopes, now: createdAt, until, orElse: replaced }),
      key: store.insert(db, row),
      room: needs.room('apiKeys', { account: old.account_id }),
      created: needs.record(principal, {
        type: 'api_key.created',
        ...event,
        data: { key: row.id, rotatedFrom: id },
      }),
      revoked: overlapHours === 0 ? needs.record(principal, { type: 'api_key.revoked', ...event }) : undefined,
      along: along(key),
    });
    needs.forgetCallers();
    return key;
  },
});
