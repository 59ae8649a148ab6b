import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import type * as App from '../../apps/server/src/app.ts';
import type * as Config from '../../apps/server/src/config/config.ts';
import type * as Serving from '../../apps/server/src/serving.ts';
import type * as Migrations from '../../apps/server/src/storage/migrations/index.ts';
import type * as Migrate from '../../apps/server/src/storage/migrations/migrate.ts';
import type * as Open from '../../apps/server/src/storage/opening/open-database.ts';

/** Number of calls of the database's interface so far: a unit of work is one commit. */
export interface Counts {
  reads: number;
  units: number;
  statements: number;
}

/** Options of a counted service. */
export interface Counted {
  /** The folder of a checkout; this one by default. It needs its packages, but no build. */
  readonly checkout?: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a service in this process and counts what it asks of its database, an SQLite file in a new folder. */
export async function startCounted({ checkout = '.', environment = {} }: Counted) {
  const load = <Module>(path: string): Promise<Module> =>
    import(pathToFileURL(resolve(checkout, 'apps/server/src', path)).href) as Promise<Module>;
  const { createFeatures } = await load<typeof App>('app.ts');
  const { readConfig } = await load<typeof Config>('config/config.ts');
  const { createApp } = await load<typeof Serving>('serving.ts');
  const { migrations } = await load<typeof Migrations>('storage/migrations/index.ts');
  const { migrate } = await load<typeof Migrate>('storage/migrations/migrate.ts');
  const { openDatabase } = await load<typeof Open>('storage/opening/open-database.ts');

  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const now = Date.now;
  const onFatal = (error: unknown) => {
    throw error;
  };
  const db = await openDatabase({ dataDir, databaseUrl: undefined, now, onNotice: () => undefined, onFatal });
  await migrate(db, { migrations, now });
  const counts: Counts = { reads: 0, units: 0, statements: 0 };
  const [read, write] = [db.read.bind(db), db.write.bind(db)];
  // Before anything copies the database's functions.
  Object.assign(db, {
    read: (query: never) => {
      counts.reads += 1;
      return read(query);
    },
    write: (unit: never) => {
      counts.units += 1;
      counts.statements += Object.values(unit as object)
        .flat()
        .filter(Boolean).length;
      return write(unit);
    },
  });
  const config = readConfig({ PORT: '0', PARLEY_DATA_DIR: dataDir, ...environment });
  const parts = {
    ...{ config, db, shared: undefined, pepper: 'p'.repeat(32), logger: pino({ level: 'silent' }), now },
    ...{ connections: {}, modelLimits: {}, schedules: false },
  };
  const features = createFeatures(parts as never);
  const app = await createApp(parts as never, features);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const draft = { email: 'bench@example.com', name: 'Bench', password: 'correct horse battery staple' };
  const { user, account } = await features.accounts.create(draft, { plan: 'business', workspaceName: 'Home' });
  const scopes = ['agents:write', 'agents:read', 'conversations:read', 'conversations:write'] as const;
  const about = { account: account.id, user, name: 'bench', scopes, environment: 'development' as const };
  const authorization = `Bearer ${(await features.keyOperations.create(about)).key}`;

  /** Sends a request with a key. Throws if it is refused. */
  const post = async (path: string, body: object): Promise<{ readonly data: { readonly _id: string } }> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { readonly data: { readonly _id: string } };
  };
  const agent = (await post('/api/agents', { name: 'Counts', model: 'builtin/echo', systemPrompt: 'Be brief.' })).data;
  return {
    ...{ url, counts, post },
    /** Number of transactions so far: units of work that arrive together are one. */
    commits: () => (db as unknown as { counters(): { readonly commits: number } }).counters().commits,
    agent: agent._id,
    /** Removes its folder; the process should end then. */
    remove: () => rmSync(dataDir, { recursive: true }),
  };
}
