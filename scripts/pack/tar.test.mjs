import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { mapTar } from './tar.mjs';

const home = mkdtempSync(join(tmpdir(), 'parley-tar-'));
afterAll(() => rmSync(home, { recursive: true }));

/**
 * The archive that npm makes of files.
 * @param {Record<string, string>} files
 */
function packed(files) {
  const folder = mkdtempSync(join(home, 'package-'));
  for (const [name, text] of Object.entries({ 'package.json': '{"name":"a","version":"1.0.0"}', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o644 });
  }
  const options = { cwd: folder, shell: process.platform === 'win32' };
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { ...options, stdio: 'ignore' });
  return gunzipSync(readFileSync(join(folder, 'a-1.0.0.tgz')));
}

test('an archive with other texts is the one that npm makes of them', () => {
  const deep = `${'folder/'.repeat(14)}${'name'.repeat(10)}.js`;
  const kept = { 'kept.bin': 'a\u0000é'.repeat(400), 'empty.js': '' };
  const before = packed({ ...kept, 'one.js': 'before', [deep]: 'before' });
  const after = { 'one.js': `after ${'é'.repeat(600)}`, [deep]: '' };
  /** @type {string[]} */
  const names = [];
  const mapped = mapTar(before, (name, text) => {
    names.push(name);
    return text === 'before' ? ((name === `package/${deep}` ? after[deep] : after['one.js']) ?? '') : text;
  });
  expect(mapped.equals(packed({ ...kept, ...after }))).toBe(true);
  expect(names.toSorted()).toEqual(
    ['empty.js', deep, 'kept.bin', 'one.js', 'package.json'].map((name) => `package/${name}`).toSorted(),
  );
});
