import { createHash, randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import { type Permission, permissions, type Role } from '../src/access/scopes.ts';
import { newId } from '../src/ids.ts';
import type { Database } from '../src/storage/database.ts';
import type { Tables } from '../src/storage/tables.ts';
import { type Statement, statement } from '../src/storage/unit.ts';
import type { Service } from './harness.ts';

/**
 * People, workspaces, keys and sessions, written directly into the database. Generated tests need thousands, and the
 * API would hash a password for each person.
 */

/** A person with an account. */
export interface Inhabitant {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly account: string;
}

/** The statement that writes a row. */
export const row = <Table extends keyof Tables>(
  db: Database,
  table: Table,
  values: Insertable<Tables[Table]>,
): Statement => statement(db.query.insertInto(table).values(values as never));

/** Creates a person in an account, by default in a new one. `digest` is the person's password digest. */
export async function makeInhabitant(
  { db }: Pick<Service, 'db'>,
  name: string,
  { account, digest = 'none' }: { account?: string; digest?: string } = {},
): Promise<Inhabitant> {
  const time = Date.now();
  const id = newId('user');
  const person = { id, email: `${id}@example.com`, name, account: account ?? newId('account') };
  const times = { created_at: time, updated_at: time };
  const user = { id, account_id: person.account, email: person.email, name, password_hash: digest, status: 'active' };
  const verified = account === undefined ? time : null;
  await db.write([
    ...(account === undefined ? [row(db, 'accounts', { id: person.account, plan: 'business', created_at: time })] : []),
    row(db, 'users', { ...user, ...times, verified_at: verified }),
  ]);
  return person;
}

/** Makes a person own the instance, beside others who do. */
export const ownInstance = ({ db }: Pick<Service, 'db'>, user: string): Promise<unknown> =>
  db.write([statement(db.query.updateTable('users').set({ owns_instance: 1 }).where('id', '=', user))]);

let lastWorkspaceAt = 0;

/** Creates a workspace in an account, with its members; each joins later than the one before. */
export async function makeWorkspace(
  { db }: Pick<Service, 'db'>,
  account: string,
  members: ReadonlyMap<Inhabitant, Role>,
): Promise<string> {
  const id = newId('workspace');
  const time = Math.max(Date.now(), lastWorkspaceAt + 1);
  lastWorkspaceAt = time;
  const names = { name: `Workspace ${id}`, name_folded: `workspace ${id}` };
  await db.write([
    row(db, 'workspaces', { id, account_id: account, ...names, version: 1, created_at: time, updated_at: time }),
    ...[...members].map(([person, role]) =>
      row(db, 'members', { workspace_id: id, user_id: person.id, role, created_at: time }),
    ),
  ]);
  return id;
}

/** Creates a key of a person; returns the headers that carry it, and its ID. */
export async function makeKey(
  { features }: Service,
  person: Inhabitant,
  { scopes = permissions, workspace }: { scopes?: readonly Permission[]; workspace?: string } = {},
) {
  const draft = { account: person.account, user: person, name: 'test', scopes, environment: 'development' as const };
  const { key, _id: id } = await features.keyOperations.create({
    ...draft,
    ...(workspace !== undefined && { workspace }),
  });
  return { id, headers: { authorization: `Bearer ${key}` } };
}

/** Signs a person in; returns the headers of the dashboard, and the session's ID. */
export async function makeSession({ db, url }: Service, person: Inhabitant) {
  const id = newId('session');
  const token = randomBytes(32).toString('base64url');
  const time = Date.now();
  const where = { user_agent: 'test', address: '127.0.0.1' };
  const times = { created_at: time, last_seen_at: time, expires_at: time + 12 * 60 * 60 * 1000, confirmed_at: time };
  const digest = createHash('sha256').update(token).digest('hex');
  await db.write([row(db, 'sessions', { id, user_id: person.id, digest, ...where, ...times })]);
  return { id, headers: { cookie: `parley_session=${token}`, origin: url } };
}

/** Creates a knowledge source in a workspace. */
export async function makeSource({ db }: Service, workspace: string): Promise<string> {
  const id = `src_${randomBytes(8).toString('hex')}`;
  const time = Date.now();
  const kind = { type: 'text', name: 'A source', status: 'ready' };
  await db.write([
    row(db, 'knowledge_sources', { id, workspace_id: workspace, ...kind, created_at: time, updated_at: time }),
  ]);
  return id;
}
