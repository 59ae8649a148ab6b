// @module-tag sql
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { emptyDatabase } from '../../../testing/databases/temp-postgres.ts';
import { bytesOf, manyBytes, otherBlobs, readAll } from '../../../testing/fixtures/blobs.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { fileOf } from '../blobs/folder-store.ts';
import { migrations } from '../migrations/index.ts';
import { migrate } from '../migrations/migrate.ts';
import { dataFolder } from '../opening/data-folder.ts';
import { openPostgres } from '../postgres/open.ts';
import { openSqlite } from '../sqlite/open.ts';
import { moveRows } from './move.ts';
import { openSource } from './source.ts';
import { openTarget } from './target.ts';

const none = () => {};
const limit = { maxBytes: 10_000_000 };

/** An installation with files, closed, and an empty migrated target. */
async function setUp() {
  const dataDir = tempFolder();
  const { database: file, blobs: folder } = dataFolder(dataDir);
  const db = await openSqlite({ file, onFatal: none, onNotice: none });
  await migrate(db, { migrations, now: Date.now });
  await db.write([
    raw("insert into accounts (id, plan, created_at) values ('acct', 'free', 1)"),
    raw(
      "insert into workspaces (id, account_id, name, name_folded, version, created_at, updated_at) values ('ws', 'acct', 'Home', 'home', 1, 1, 1)",
    ),
  ]);
  const blobs = otherBlobs({ db, dataDir });
  const contents = [manyBytes(1_500_000), bytesOf(), bytesOf('small')];
  const uploads = [];
  for (const content of contents) {
    const upload = await blobs.put(content, limit);
    await db.write(blobs.hold('ws', upload));
    uploads.push(upload);
  }
  await blobs.put(bytesOf('not held'), limit);
  await db.close();
  const database = await emptyDatabase();
  const postgres = await openPostgres({ url: database.url, connections: 2, onNotice: none });
  await migrate(postgres, { migrations, now: Date.now });
  const source = openSource(file);
  const target = await openTarget(database.url);
  onTestFinished(async () => {
    source.close();
    await target.close();
    await postgres.close();
    await database.drop();
  });
  const moved = otherBlobs({ db: postgres, dataDir: join(dataDir, 'elsewhere') });
  const objects = async () => (await postgres.read(raw('select 1 from pg_catalog.pg_largeobject_metadata'))).length;
  return { source, target, folder, uploads, moved, postgres, objects };
}

describe.runIf(engines.includes('postgres'))('moving files to PostgreSQL', () => {
  test('copies what is held into large objects, and they work there', async () => {
    const { source, target, uploads, moved, postgres, objects } = await setUp();
    const progress: unknown[] = [];
    await moveRows(source, target, ({ done, of, unit }) => unit === 'files' && progress.push([done, of]));
    expect(progress.at(-1)).toEqual([3, 3]);
    for (const { hash, bytes } of uploads) {
      const blob = await moved.read({ workspaceId: 'ws', hash });
      expect(await readAll(blob?.content)).toHaveLength(bytes);
    }
    expect(await objects()).toBe(3);
    for (const { hash } of uploads) await postgres.write(moved.release({ workspaceId: 'ws', hash }));
    await moved.sweep();
    expect([await objects(), (await postgres.read(raw('select 1 from blob_files'))).length]).toEqual([0, 0]);
  });

  test.each([
    ['lost', (file: string) => rmSync(file), 'could not be copied, so nothing was moved'],
    ['changed', (file: string) => writeFileSync(file, 'SMALL'), 'is not what was uploaded, so nothing was moved'],
  ])('moves nothing if a file is %s', async (_what, spoil, message) => {
    const { source, target, folder, uploads, postgres, objects } = await setUp();
    spoil(fileOf(folder, uploads[2]?.id ?? ''));
    await expect(moveRows(source, target, none)).rejects.toThrow(message);
    await target.close();
    await expect.poll(objects).toBe(0);
    expect(await postgres.read(raw('select 1 from blobs'))).toEqual([]);
  });
});
