import type { Database } from '../src/storage/database.ts';
import { statement } from '../src/storage/unit.ts';

/** Adds an account with workspaces, for tests that need no server; returns their IDs. */
export async function addAccount(db: Database, name: string, workspaces: number): Promise<string[]> {
  const account = `acct_${name}`;
  const ids = Array.from({ length: workspaces }, (_, index) => `ws_${name}_${String(index).padStart(2, '0')}`);
  const rows = ids.map((id) => ({
    ...{ id, account_id: account, name: id, name_folded: id, version: 1 },
    ...{ created_at: 1, updated_at: 1 },
  }));
  await db.write([
    statement(db.query.insertInto('accounts').values({ id: account, plan: 'free', created_at: 1 })),
    statement(db.query.insertInto('workspaces').values(rows)),
  ]);
  return ids;
}
