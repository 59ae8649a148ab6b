import { operator } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { KeyDraft } from './new-key.ts';
import type { ApiKey } from './schema.ts';
import type { KeyNeeds, Keys } from './service.ts';
import * as store from './store.ts';

/** What the operator's command line does with keys, where no session is needed. */
export function createKeyOperations(
  { db, now, record, forgetCallers }: Pick<KeyNeeds, 'db' | 'now' | 'record' | 'forgetCallers'>,
  keys: Keys,
) {
  return {
    /** Makes a key for a person and gives it: the only time that it is shown. */
    create: async (draft: KeyDraft) => {
      const { row, key } = keys.make(draft);
      const { workspace, account } = draft;
      const event = { type: 'api_key.created', workspace, account, data: { key: row.id } };
      await db.write([store.insert(db, row), record(operator, event)]);
      return key;
    },

    /** Every key, the newest first; of one person where an email is given. */
    list: (email?: string): Promise<ApiKey[]> => store.listAll(db, { email, now: now() }),

    /** Revokes a key. Throws `api_key_not_found`. */
    revoke: async (id: string): Promise<void> => {
      const row = await store.findAnywhere(db, id);
      if (row === undefined) throw new AppError('api_key_not_found', 'There is no such API key.');
      const event = { type: 'api_key.revoked', workspace: row.workspace_id ?? undefined, data: { key: id } };
      await db.write([
        ...store.revoke(db, row.account_id, { id, time: now() }),
        record(operator, { ...event, account: row.account_id }),
      ]);
      forgetCallers();
    },
  };
}
