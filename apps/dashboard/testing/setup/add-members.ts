import { inDatabase } from './sqlite.ts';

/**
 * Adds viewers to a workspace directly in the database of a running server. Through the API each one would cost a
 * password hash.
 */
export function addMembers(folder: string, workspaceId: string, count: number): void {
  inDatabase(folder, (db) => {
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
  });
}
