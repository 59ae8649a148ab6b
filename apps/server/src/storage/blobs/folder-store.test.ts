import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bytesOf, manyBytes, readAll } from '../../../testing/fixtures/blobs.ts';
import { tempFolder } from '../../../testing/temp-folder.ts';
import { newId } from '../../ids.ts';
import { createFolderStore, fileOf, keepingFiles } from './folder-store.ts';

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('blob_'));

describe('the folder of files', () => {
  test('keeps files private, and spreads them over folders', async () => {
    const folder = join(tempFolder(), 'blobs');
    const store = createFolderStore(folder);
    const ids = Array.from({ length: 60 }, () => newId('blob'));
    for (const id of ids) await store.write(id, bytesOf(id));
    for (const id of ids) {
      expect(statSync(fileOf(folder, id)).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(fileOf(folder, id))).mode & 0o777).toBe(0o700);
      expect(String(await readAll(await store.read(id, { bytes: id.length })))).toBe(id);
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).length).toBeGreaterThan(40);
  });

  test.each([
    '',
    '..',
    '../../etc/passwd',
    'blob_',
    `blob_${'a'.repeat(25)}/`,
    `blob_${'A'.repeat(26)}`,
    `blob_${'a'.repeat(26)}\n`,
  ])('opens nothing but files: %j', async (id) => {
    const store = createFolderStore(tempFolder());
    const named = 'named by something other than its ID';
    await expect(store.write(id, bytesOf('x'))).rejects.toThrow(named);
    await expect(store.read(id, { bytes: 1 })).rejects.toThrow(named);
    await expect(store.remove(id)).rejects.toThrow(named);
    await expect(store.size(id)).rejects.toThrow(named);
  });

  test('never writes over a file', async () => {
    const folder = tempFolder();
    const store = createFolderStore(folder);
    const id = newId('blob');
    await store.write(id, bytesOf('first'));
    await expect(store.write(id, bytesOf('second'))).rejects.toThrow('EEXIST');
    expect(String(await readAll(await store.read(id, { bytes: 5 })))).toBe('first');
  });

  test('says which file is missing or has another size', async () => {
    const folder = tempFolder();
    const store = createFolderStore(folder);
    const id = newId('blob');
    await store.write(id, bytesOf('content'));
    await expect(store.read(id, { bytes: 8 })).rejects.toThrow(`The stored file ${id} has 7 bytes in place of 8.`);
    await store.remove(id);
    await store.remove(id);
    await expect(store.read(id, { bytes: 7 })).rejects.toThrow(
      `The stored file ${id} is missing from the data folder.`,
    );
    expect(await store.size(id)).toBeUndefined();
  });

  test('keeps everything while a backup runs, and not after one was killed', async () => {
    const folder = join(tempFolder(), 'blobs');
    const store = createFolderStore(folder);
    expect(await store.keepsAll?.()).toBe(false);
    await keepingFiles(folder, async () => expect(await store.keepsAll?.()).toBe(true));
    expect(await store.keepsAll?.()).toBe(false);
    const mark = `${folder}.backup-running`;
    writeFileSync(mark, '');
    expect(await store.keepsAll?.()).toBe(true);
    execFileSync('touch', ['-d', '2 hours ago', mark]);
    expect(await store.keepsAll?.()).toBe(false);
  });

  test('a full disk is a 503, with nothing half there, and passes', async (context) => {
    const disk = join(tempFolder(), 'disk');
    mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status !== 0) {
      return context.skip('this user has no permission to mount a file system');
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    const ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(1_000_000));
    const store = createFolderStore(join(disk, 'blobs'));
    const kept = newId('blob');
    await store.write(kept, bytesOf('fits'));
    const refused = store.write(newId('blob'), manyBytes(1_500_000));
    await expect(refused).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The disk that holds the files is full, so nothing could be saved.',
      extras: { retryAfter: 5 },
    });
    expect(filesIn(join(disk, 'blobs'))).toEqual([expect.stringContaining(kept)]);
    rmSync(ballast);
    await store.write(newId('blob'), manyBytes(1_500_000));
    expect(filesIn(join(disk, 'blobs'))).toHaveLength(2);
  });
});
