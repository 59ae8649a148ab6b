import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildStorageChild, runStorageChild } from '../../../testing/run-storage-child.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { lockDataFolder } from './lock.ts';

beforeAll(buildStorageChild);

test('one server has a data folder at a time', () => {
  const folder = tempFolder();
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(`Another Parley server already uses this data folder: ${folder}.`);
  lock.close();
  lockDataFolder(folder).close();
});

test('the lock holds between processes and ends with the one that holds it, even killed', async () => {
  const folder = tempFolder();
  const child = runStorageChild(['lock', folder]);
  await child.line('ready');
  expect(() => lockDataFolder(folder)).toThrow('Another Parley server');
  await child.kill();
  lockDataFolder(folder).close();
});

test('what it makes can be opened by its own user only, whoever may enter the folder', () => {
  const folder = tempFolder();
  chmodSync(folder, 0o755);
  const lock = lockDataFolder(folder);
  const names = readdirSync(folder);
  expect(names).toContain('lock.db');
  for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  lock.close();
});

test('a folder that does not exist is named', () => {
  expect(() => lockDataFolder('/nowhere/at/all')).toThrow('The data folder /nowhere/at/all could not be locked');
});
