import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../apps/server/src/storage/database.ts';
import { migrations } from '../../apps/server/src/storage/migrations/index.ts';
import { migrate } from '../../apps/server/src/storage/migrations/migrate.ts';
import { openDatabase } from '../../apps/server/src/storage/opening/open-database.ts';
import { addSource, addTenant, attach } from '../../apps/server/testing/fixtures/knowledge.ts';

/** A workspace with an agent and an empty source of it. */
export interface Place {
  readonly db: Database;
  readonly workspace: string;
  readonly agent: string;
  readonly source: string;
}

/** Opens a new database with an agent and a source, and closes it after the work. */
export async function withPlace<Result>(
  { folder, databaseUrl }: { readonly folder: string; readonly databaseUrl: string | undefined },
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(folder, 'parley-bench-'));
  const db = await openDatabase({
    ...{ dataDir, databaseUrl, now: Date.now, onNotice: () => {} },
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    await migrate(db, { migrations, now: Date.now });
    const serial = String(performance.now());
    const tenant = await addTenant(db, serial);
    const source = `src_${serial}`;
    await addSource(db, { workspace: tenant.workspace, source });
    await db.write([attach(db, { ...tenant, source })]);
    return await work({ db, ...tenant, source });
  } finally {
    await db.close();
    rmSync(dataDir, { recursive: true });
  }
}
