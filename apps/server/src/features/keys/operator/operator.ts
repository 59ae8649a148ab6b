import { type Actor, operator } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { Statement } from '../../../storage/unit.ts';
import { notFound, ownerOf } from '../access.ts';
import type { KeyNeeds } from '../needs.ts';
import { type KeyDraft, makeKey } from '../new-key.ts';
import type { ApiKey, NewApiKey } from '../schema.ts';
import * as store from '../store.ts';
import * as across from './operator-store.ts';

const changed = () =>
  new AppError('version_conflict', 'The person’s API keys have changed meanwhile.', { hint: 'Try again.' });

/** The operator's commands for keys; they need no session. */
export function createKeyOperations(needs: KeyNeeds) {
  const { db, now, record, forgetCallers } = needs;
  return {
    /** Creates a key for a person and returns it, this one time. */
    create: async (draft: KeyDraft): Promise<NewApiKey> => {
      const { row, key } = makeKey(needs, draft);
      const { workspace, account } = draft;
      const event = record(operator, { type: 'api_key.created', workspace, account, data: { key: row.id } });
      await db.write({ key: store.insert(db, row), event });
      return key;
    },

    /** Lists all keys, newest first; with an email, the keys of that person. */
    list: (email?: string): Promise<ApiKey[]> => across.listAll(db, { email, now: now() }),

    /** Returns the statements that revoke every key of a person. The caller bumps the authority epoch. */
    revokeAllOf: async (user: string, by: Actor): Promise<readonly Statement[]> => {
      const keys = await across.unrevokedOf(db, user);
      const events = keys.map(({ id, account_id: account, workspace_id: workspace }) =>
        record(by, { type: 'api_key.revoked', account, workspace: workspace ?? undefined, data: { key: id } }),
      );
      return [across.revokeAll(db, user, { count: keys.length, time: now(), changed }), ...events];
    },

    /** Revokes a key. Throws `api_key_not_found`. */
    revoke: async (id: string): Promise<void> => {
      const row = await across.findAnywhere(db, id);
      if (row === undefined) throw notFound();
      await db.write({
        // Before the key is revoked: the event is written only if it was not revoked yet.
        event: record(operator, {
          ...{ type: 'api_key.revoked', ...ownerOf(row), data: { key: id } },
          when: store.isUnrevoked(db, id),
        }),
        revoked: store.revoke(db, row.account_id, { id, time: now() }),
      });
      forgetCallers();
    },
  };
}
