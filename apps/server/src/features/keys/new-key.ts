import { newKey } from '../../access/key-format.ts';
import type { Permission } from '../../access/scopes.ts';
import type { ApiKeyRow } from '../../storage/tables.ts';
import type { ApiKey, NewApiKey } from './schema.ts';

/** The data of a new key. */
export interface KeyDraft {
  readonly account: string;
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly workspace?: string | undefined;
  readonly name: string;
  readonly scopes: readonly Permission[];
  readonly environment: ApiKey['environment'];
  /** Milliseconds since 1970; now if undefined. */
  readonly createdAt?: number;
  /** Milliseconds since 1970; undefined for never. */
  readonly expiresAt?: number | undefined;
  readonly rotatedFrom?: string;
}

/** Dependencies of creating a key. */
export interface KeyMakerNeeds {
  readonly now: () => number;
  newId(kind: 'apiKey'): string;
  /** The digest under which a key is stored. */
  digest(key: string): string;
}

/** Returns the row of a new key, and the key as it is returned once. Writes nothing. */
export function makeKey({ now, newId, digest }: KeyMakerNeeds, draft: KeyDraft): { row: ApiKeyRow; key: NewApiKey } {
  const key = newKey();
  const time = draft.createdAt ?? now();
  const expires = draft.expiresAt;
  const row = {
    id: newId('apiKey'),
    account_id: draft.account,
    user_id: draft.user.id,
    workspace_id: draft.workspace ?? null,
    name: draft.name,
    digest: digest(key),
    last_four: key.slice(-4),
    scopes: JSON.stringify(draft.scopes),
    environment: draft.environment,
    rotated_from: draft.rotatedFrom ?? null,
    created_at: time,
    expires_at: expires ?? null,
    last_used_at: null,
    revoked_at: null,
  };
  return {
    row,
    key: {
      _id: row.id,
      name: row.name,
      key,
      prefix: 'parley_',
      lastFour: row.last_four,
      scopes: [...draft.scopes],
      environment: draft.environment,
      workspace: row.workspace_id,
      status: 'active',
      inactiveReason: null,
      user: { _id: draft.user.id, name: draft.user.name, email: draft.user.email },
      rotatedFrom: row.rotated_from,
      replacedBy: null,
      validUntil: null,
      createdAt: new Date(time).toISOString(),
      expiresAt: expires === undefined ? null : new Date(expires).toISOString(),
      lastUsedAt: null,
      revokedAt: null,
    },
  };
}
