import type { Finding } from '../../access/callers.ts';
import type { Permission } from '../../access/scopes.ts';
import type { KeyNeeds } from './needs.ts';
import * as store from './store.ts';

/** Dependencies of recognising keys. */
type RecognitionNeeds = Pick<KeyNeeds, 'db' | 'now' | 'digest' | 'membershipsOf'>;

/**
 * Returns the function that finds the actor of a key: its scopes, and its user's current roles. A key whose user is
 * suspended, or has no membership left in what it reaches, is `inactive`.
 */
export const createRecognition =
  (needs: RecognitionNeeds) =>
  async (key: string): Promise<Finding> => {
    const row = await store.findByDigest(needs.db, needs.digest(key));
    if (row === undefined) return 'unknown';
    const refusal = refusalOf(row, needs.now());
    if (refusal !== undefined) return refusal;
    const memberships = await needs.membershipsOf(row.user_id, row.account_id);
    const bound = row.workspace_id ?? undefined;
    const reached = bound === undefined ? memberships : new Map([...memberships].filter(([id]) => id === bound));
    if (reached.size === 0) return 'inactive';
    return {
      kind: 'key',
      id: row.id,
      user: { id: row.user_id, email: row.user_email },
      account: { id: row.account_id, plan: row.plan },
      scopes: new Set(JSON.parse(row.scopes) as Permission[]),
      memberships: reached,
      ownWorkspaces: new Set(row.user_account_id === row.account_id ? memberships.keys() : []),
      boundTo: bound,
      expiresAt: row.expires_at === null ? undefined : Number(row.expires_at),
      origin: undefined,
    };
  };

/** Why a known key is refused at a time, whatever its user's memberships; undefined if nothing is against it. */
function refusalOf(row: NonNullable<Awaited<ReturnType<typeof store.findByDigest>>>, time: number) {
  if (row.revoked_at !== null) return 'revoked';
  if (row.expires_at !== null && Number(row.expires_at) <= time) return 'expired';
  return row.user_status === 'active' ? undefined : 'inactive';
}
