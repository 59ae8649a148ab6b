import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { openDatabase } from './open-database.ts';

const hooks = { now: Date.now, onFatal: () => {}, onNotice: () => {} };

test('without a URL, opens the embedded database and creates a private folder', async () => {
  const dataDir = join(tempFolder(), 'some', 'data');
  const db = await openDatabase({ dataDir, databaseUrl: undefined, ...hooks });
  expect(db.engine).toBe('sqlite');
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(await db.read({ sql: 'select 1 as one', parameters: [] })).toEqual([{ one: 1 }]);
  await db.close();
});

test.each([
  [
    'postgres://parley:password@127.0.0.1:1/parley',
    '127.0.0.1:1/parley could not be opened: the connection was refused.',
  ],
  ['postgresql://parley:password@127.0.0.1:1/parley', 'the connection was refused'],
  ['mysql://parley:password@db/parley', 'must begin with postgres://'],
])('%s is refused in one sentence that does not contain the URL', async (databaseUrl, sentence) => {
  const dataDir = join(tempFolder(), 'data');
  const error = await openDatabase({ dataDir, databaseUrl, ...hooks }).catch(String);
  expect(error).toContain(sentence);
  expect(error).not.toContain('password');
  expect(existsSync(dataDir)).toBe(false);
});
