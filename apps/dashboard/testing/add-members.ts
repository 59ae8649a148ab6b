import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** The part of the SQLite driver that is used here. */
interface Sqlite {
  readonly DatabaseSync: new (
    file: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): { run(...values: (string | number)[]): unknown };
    close(): void;
  };
}

// The server's own driver; Node 20 has none built in.
const sqlite: Sqlite = createRequire(resolve(import.meta.dirname, '../../server/package.json'))(
  '@photostructure/sqlite',
);

/**
 * Adds viewers to a workspace directly in the database of a running server. Through the API each one would cost a
 * password hash.
 */
export function addMembers(folder: string, workspaceId: string, count: number): void {
  const db = new sqlite.DatabaseSync(join(folder, 'parley.db'));
  try {
    db.exec('pragma busy_timeout = 10000; begin immediate');
    const user = db.prepare(
      `insert into users (id, account_id, email, name, password_hash, status, created_at, updated_at)
       select ?, account_id, ?, ?, '', 'active', created_at, created_at from workspaces where id = ?`,
    );
    const member = db.prepare('insert into members (workspace_id, user_id, role, created_at) values (?, ?, ?, ?)');
    for (let index = 1; index <= count; index += 1) {
      const id = `user_${String(index).padStart(20, '0')}`;
      user.run(id, `member-${index}@example.com`, `Member ${index}`, workspaceId);
      member.run(workspaceId, id, 'viewer', Date.now() + index);
    }
    db.exec('commit');
  } finally {
    db.close();
  }
}
