// @module-tag nightly
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { packWheel } from '../python/scripts/wheel.mjs';
import { packPython } from './pack/python.mjs';

const folder = mkdtempSync(join(tmpdir(), 'parley-wheels-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string} file */
const read = (file) => unzipSync(readFileSync(join(folder, file)));

/**
 * The content of a file in a wheel, by the end of its path.
 * @param {Record<string, Uint8Array>} entries
 * @param {string} end
 */
const textOf = (entries, end) =>
  Buffer.from(Object.entries(entries).find(([path]) => path.endsWith(end))?.[1] ?? []).toString();

/**
 * The fields of a wheel's metadata and its text. A requirement says the same in any order of its bounds.
 * @param {Record<string, Uint8Array>} entries
 */
function metadataOf(entries) {
  const [head = '', ...body] = textOf(entries, '/METADATA').split('\n\n');
  const fields = head.split('\n').flatMap((line) => {
    const [name = '', value = ''] = line.split(/: (.*)/s);
    if (name === 'Metadata-Version') return [];
    return [name === 'Requires-Dist' ? [name, value.match(/^[\w-]+|[<>=]+[\d.]+/g)?.sort()] : [name, value]];
  });
  return { fields, body: body.join('\n\n').trim() };
}

/** Matches the files that may differ: the metadata's spelling and version, its author, and the record of both. */
const own = /\/(METADATA|WHEEL|RECORD)$/;

describe('the wheel that an instance offers', () => {
  it('is the same each time', async () => {
    const first = await packWheel(folder);
    const bytes = readFileSync(join(folder, first.file));
    const again = await packWheel(folder);
    expect(again).toEqual(first);
    expect(readFileSync(join(folder, first.file)).equals(bytes)).toBe(true);
  });

  it('has the files and the metadata of the wheel that hatchling makes', async (context) => {
    const { file } = await packWheel(folder);
    const ours = read(file);
    rmSync(join(folder, file));
    const { files, missing } = await packPython(folder);
    if (missing !== undefined) return context.skip();
    expect(files).toContain(file);
    const theirs = read(file);
    expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
    for (const [path, bytes] of Object.entries(theirs)) {
      if (!own.test(path)) expect([path, Buffer.from(ours[path] ?? [])]).toEqual([path, Buffer.from(bytes)]);
    }
    expect(metadataOf(ours)).toEqual(metadataOf(theirs));
    // Each line of the record is that of the same file.
    const lines = (/** @type {Record<string, Uint8Array>} */ entries) =>
      textOf(entries, '/RECORD')
        .split('\n')
        .filter((line) => line !== '' && !own.test(line.split(',')[0] ?? ''));
    expect(lines(ours).sort()).toEqual(lines(theirs).sort());
    expect(readdirSync(folder).filter((name) => name.endsWith('.whl'))).toEqual([file]);
  });
});
