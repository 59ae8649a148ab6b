import { createHash, randomBytes } from 'node:crypto';
import { permissions } from '../../apps/server/src/access/scopes.ts';
import { createSecrets } from '../../apps/server/src/access/secrets.ts';
import { AppError } from '../../apps/server/src/errors.ts';
import { makeKey } from '../../apps/server/src/features/keys/new-key.ts';
import { createPasswords } from '../../apps/server/src/features/sessions/passwords.ts';
import { newId } from '../../apps/server/src/ids.ts';
import type { Plan } from '../../apps/server/src/plans.ts';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { migrations } from '../../apps/server/src/storage/migrations/index.ts';
import { migrate } from '../../apps/server/src/storage/migrations/migrate.ts';
import { openDatabase } from '../../apps/server/src/storage/opening/open-database.ts';
import type { NewRow } from '../../apps/server/src/storage/tables.ts';
import { statement } from '../../apps/server/src/storage/unit.ts';
import type { Facts, Ground, Neighbour, Size } from './neighbours/neighbour.ts';
import type { Store } from './store.ts';

/** A person with an account, a workspace, a key with every scope and a session. */
export interface Person {
  readonly email: string;
  readonly account: string;
  readonly user: string;
  readonly workspace: string;
  readonly key: string;
  /** The cookie of the session. */
  readonly cookie: string;
}

/** The data with which a run starts. */
export interface Installation {
  readonly tenant: Person;
  readonly neighbours: ReadonlyMap<string, { readonly person: Person; readonly facts: Facts }>;
}

/** The pepper of the servers of a run. */
export const pepper = 'a pepper for soaks that is long enough';
/** The password of the tenant's owner. */
export const password = 'correct horse battery staple';

/** Rows in one statement; SQLite permits 32,766 parameters. */
const rowsAtOnce = 100;

/** Writes the people, and the rows that the neighbours need, into an empty database. */
export async function install(store: Store, wanted: readonly Neighbour[], size: Size): Promise<Installation> {
  const db = await openDatabase({
    ...{ dataDir: store.dataDir, databaseUrl: store.databaseUrl, now: Date.now, onNotice: () => {} },
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    await migrate(db, { migrations, now: Date.now });
    const insert = inserterOf(db);
    const tenant = await makePerson(insert, 'tenant', 'business');
    const neighbours = new Map<string, { person: Person; facts: Facts }>();
    for (const { name, plan, prepare } of wanted) {
      const person = await makePerson(insert, name, plan);
      const facts = await prepare?.({ db, insert, size, ...person });
      neighbours.set(name, { person, facts: facts ?? {} });
    }
    return { tenant, neighbours };
  } finally {
    await db.close();
  }
}

function inserterOf(db: Database): Ground['insert'] {
  return async (table, rows) => {
    let batch: NewRow<typeof table>[] = [];
    const flush = async () => {
      if (batch.length > 0) await db.write([statement(db.query.insertInto(table).values(batch as never))]);
      batch = [];
    };
    for (const row of rows) {
      batch.push(row);
      if (batch.length === rowsAtOnce) await flush();
    }
    await flush();
  };
}

const onBusy = () => new AppError('unavailable', 'Too many passwords at once.');

/** Writes the rows of a person. The password is that of every person, so it is hashed once. */
let digest: Promise<string> | undefined;

async function makePerson(insert: Ground['insert'], name: string, plan: Plan): Promise<Person> {
  digest ??= createPasswords(onBusy).hash(password);
  const time = Date.now();
  const times = { created_at: time, updated_at: time };
  const [account, user, workspace] = [newId('account'), newId('user'), newId('workspace')];
  const email = `${name}@example.com`;
  const token = randomBytes(32).toString('base64url');
  const draft = { account, user: { id: user, name, email }, name: 'soak', scopes: permissions };
  const secrets = createSecrets(pepper);
  const made = makeKey({ newId, now: Date.now, digest: secrets.digest }, { ...draft, environment: 'production' });
  await insert('accounts', [{ id: account, plan, created_at: time }]);
  const active = { password_hash: await digest, status: 'active', verified_at: time };
  await insert('users', [{ id: user, account_id: account, email, name, ...active, ...times }]);
  const names = { name: 'Home', name_folded: 'home' };
  await insert('workspaces', [
    { id: workspace, account_id: account, ...names, version: 1, ...times, deleted_at: null },
  ]);
  await insert('members', [{ workspace_id: workspace, user_id: user, role: 'owner', created_at: time }]);
  await insert('api_keys', [made.row]);
  const session = { id: newId('session'), user_id: user, user_agent: 'soak', address: '127.0.0.1' };
  const kept = { digest: createHash('sha256').update(token).digest('hex'), created_at: time, last_seen_at: time };
  await insert('sessions', [{ ...session, ...kept, expires_at: time + 7 * 24 * 60 * 60 * 1000 }]);
  return { email, account, user, workspace, key: made.key.key, cookie: `parley_session=${token}` };
}
