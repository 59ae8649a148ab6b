import { operator } from '../../access/actor.ts';
import { type KeyDraft, makeKey } from './new-key.ts';
import type { ApiKey, NewApiKey } from './schema.ts';
import { type KeyNeeds, notFound } from './service.ts';
import * as store from './store.ts';

/** The operator's commands for keys; they need no session. */
export function createKeyOperations(needs: KeyNeeds) {
  const { db, now, record, forgetCallers } = needs;
  return {
    /** Creates a key for a person and returns it, this one time. */
    create: async (draft: KeyDraft): Promise<NewApiKey> => {
      const { row, key } = makeKey(needs, draft);
      const { workspace, account } = draft;
      const event = { type: 'api_key.created', workspace, account, data: { key: row.id } };
      await db.write({ key: store.insert(db, row), event: record(operator, event) });
      return key;
    },

    /** Lists all keys, newest first; with an email, the keys of that person. */
    list: (email?: string): Promise<ApiKey[]> => store.listAll(db, { email, now: now() }),

    /** Revokes a key. Throws `api_key_not_found`. */
    revoke: async (id: string): Promise<void> => {
      const row = await store.findAnywhere(db, id);
      if (row === undefined) throw notFound();
      const event = { type: 'api_key.revoked', workspace: row.workspace_id ?? undefined, data: { key: id } };
      await db.write({
        revoked: store.revoke(db, row.account_id, { id, time: now() }),
        event: record(operator, { ...event, account: row.account_id }),
      });
      forgetCallers();
    },
  };
}
