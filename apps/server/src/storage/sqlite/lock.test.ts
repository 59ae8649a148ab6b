import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildStorageChild, runStorageChild } from '../../../testing/databases/run-storage-child.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { lockDataFolder } from './lock.ts';

beforeAll(buildStorageChild);

test('only one server at a time can lock a data folder', () => {
  const folder = tempFolder();
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(`Another Parley server already uses this data folder: ${folder}.`);
  lock.close();
  lockDataFolder(folder).close();
});

test('the lock works across processes and ends with its process, even if that is killed', async () => {
  const folder = tempFolder();
  const child = runStorageChild(['lock', folder]);
  await child.line('ready');
  expect(() => lockDataFolder(folder)).toThrow('Another Parley server');
  await child.kill();
  lockDataFolder(folder).close();
});

test('lock files have mode 0600 even in a shared folder', () => {
  const folder = tempFolder();
  chmodSync(folder, 0o755);
  const lock = lockDataFolder(folder);
  const names = readdirSync(folder);
  expect(names).toContain('lock.db');
  for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  lock.close();
});

test('the error names a folder that does not exist', () => {
  expect(() => lockDataFolder('/nowhere/at/all')).toThrow('The data folder /nowhere/at/all could not be locked');
});
