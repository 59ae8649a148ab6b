import type { Parley } from '@parley/sdk';
import { inject } from 'vitest';
import type { Server } from './server.ts';
import { signIn } from './server.ts';
import type { Lent } from './shared-servers.ts';
import { password, setUp } from './signed-in.ts';
import { type Database, inDatabase } from './sqlite.ts';

/** The server that the blocks of this worker share, and the password hash of every first owner on it. */
interface Shared {
  readonly server: Server;
  readonly passwordHash: string;
}

let borrowed: Promise<Shared> | undefined;
let owners = 0;

/**
 * Returns the worker's server as if it were new: the only active person is Ada, who owns the instance, an account and a
 * workspace. People of earlier blocks stay, under other addresses. The server can't be stopped.
 */
export async function shareServer(): Promise<{ server: Server; client: Parley }> {
  borrowed ??= borrow();
  const { server, passwordHash } = await borrowed;
  inDatabase(server.folder, (db) => {
    retireEverybody(db);
    addOwner(db, passwordHash);
  });
  return { server, client: await signIn(server.url, 'ada@example.com', password) };
}

async function borrow(): Promise<Shared> {
  const answer = await fetch(`${inject('servers')}/${process.pid}`);
  if (!answer.ok) throw new Error(await answer.text());
  const lent = (await answer.json()) as Lent;
  const refuse = () => Promise.reject(new Error('Other blocks use this server: give the block its own one.'));
  const server = { ...lent, stop: refuse, kill: refuse, restart: refuse, close: async () => undefined };
  await setUp(server);
  let passwordHash = '';
  inDatabase(server.folder, (db) => {
    const [row] = db.prepare('select password_hash from users').all() as { password_hash: string }[];
    passwordHash = row?.password_hash ?? '';
  });
  return { server, passwordHash };
}

/** Frees the addresses of all people, and the place of the owner of the instance. */
function retireEverybody(db: Database): void {
  db.prepare("update users set email = id || '@retired.example', owns_instance = 0").run();
}

/** Adds the rows of the set-up directly to the database: through the command line it would cost another process. */
function addOwner(db: Database, passwordHash: string): void {
  owners += 1;
  const suffix = String(owners).padStart(26, '0');
  const [account, user, workspace, now] = [`acct_${suffix}`, `user_${suffix}`, `ws_${suffix}`, Date.now()];
  db.prepare("insert into accounts (id, plan, created_at) values (?, 'free', ?)").run(account, now);
  db.prepare(
    `insert into users (id, account_id, email, name, password_hash, status, created_at, updated_at, verified_at, owns_instance)
     values (?, ?, 'ada@example.com', 'Ada Lovelace', ?, 'active', ?, ?, ?, 1)`,
  ).run(user, account, passwordHash, now, now, now);
  db.prepare(
    `insert into workspaces (id, account_id, name, name_folded, version, created_at, updated_at)
     values (?, ?, 'Analytical Engines', 'analytical engines', 1, ?, ?)`,
  ).run(workspace, account, now, now);
  db.prepare("insert into members (workspace_id, user_id, role, created_at) values (?, ?, 'owner', ?)").run(
    workspace,
    user,
    now,
  );
}
