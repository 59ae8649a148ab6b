import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { openDatabase } from './open-database.ts';

const hooks = { now: Date.now, onFatal: () => {}, onNotice: () => {} };

test('without a URL it is the embedded database, in a private folder that is made', async () => {
  const dataDir = join(tempFolder(), 'some', 'data');
  const db = await openDatabase({ dataDir, databaseUrl: undefined, ...hooks });
  expect(db.engine).toBe('sqlite');
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(await db.read({ sql: 'select 1 as one', parameters: [] })).toEqual([{ one: 1 }]);
  await db.close();
});

test.each([
  ['postgres://parley:password@127.0.0.1:1/parley', '127.0.0.1:1/parley could not be opened: nothing listens there.'],
  ['postgresql://parley:password@127.0.0.1:1/parley', 'nothing listens there'],
  ['mysql://parley:password@db/parley', 'must begin with postgres://'],
])('%s is refused in one sentence that does not repeat it', async (databaseUrl, sentence) => {
  const dataDir = join(tempFolder(), 'data');
  const error = await openDatabase({ dataDir, databaseUrl, ...hooks }).catch(String);
  expect(error).toContain(sentence);
  expect(error).not.toContain('password');
  expect(existsSync(dataDir)).toBe(false);
});
