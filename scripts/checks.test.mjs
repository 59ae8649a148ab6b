import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-checks-'));
  spawnSync('git', ['init', '-q'], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes one file into the folder and runs a check there.
 * @param {string} script
 * @param {string} file
 * @param {string} text
 */
function check(script, file, text) {
  writeFileSync(join(folder, file), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script)], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const lines = (/** @type {number} */ count) => '// a line\n'.repeat(count);
const body = (/** @type {number} */ count) => '  // a line\n'.repeat(count - 2);

describe('the size caps', () => {
  it.each([
    ['a file at its cap', 'a.ts', lines(250)],
    ['a test file at its cap', 'a.test.ts', lines(400)],
    ['a function at its cap', 'a.ts', `function f() {\n${body(70)}}`],
    ['three parameters', 'a.ts', 'const f = (a, b, c) => a + b + c;'],
    ['a factory of short functions', 'a.ts', `const f = () => ({\n${`  g() {\n${body(50)}},\n`.repeat(3)}});`],
    ['a list', 'a.ts', `const f = () => [\n${body(80)}];`],
    ['a group of tests over the cap of a function', 'a.test.ts', `describe('x', () => {\n${body(71)}});`],
    ['a generated file', 'a.gen.ts', lines(251)],
  ])('accept %s', (_what, file, text) => {
    expect(check('size-caps.mjs', file, text).status).toBe(0);
  });

  it.each([
    ['a.ts', lines(251), 'a.ts: 251 lines, at most 250'],
    ['a.test.ts', lines(401), 'a.test.ts: 401 lines, at most 400'],
    ['a.ts', `function f() {\n${body(71)}}`, 'a.ts:1: a function of 71 lines of its own, at most 70'],
    ['a.ts', `const o = {\n  f() {\n${body(71)}} };`, 'a.ts:2: a function of 71 lines'],
    ['a.ts', 'const f = (a, b, c, d) => a;', 'a.ts:1: 4 parameters, at most 3'],
  ])('refuse what is over its cap in %s: %#', (file, text, message) => {
    const { status, output } = check('size-caps.mjs', file, text);
    expect(output).toContain(message);
    expect(status).toBe(1);
  });

  it('accept an exception with its reason, up to its own cap', () => {
    allow({ 'a.ts': { lines: 300, functionLines: 80, reason: 'a table' } });
    expect(check('size-caps.mjs', 'a.ts', `function f() {\n${body(80)}}\n${lines(220)}`).status).toBe(0);
    expect(check('size-caps.mjs', 'a.ts', `function f() {\n${body(81)}}\n${lines(220)}`).output).toContain(
      'at most 80',
    );
  });

  it.each([
    ['is not needed', { 'a.ts': { lines: 300, reason: 'a table' } }, 'a.ts: no longer needs its exception'],
    ['is for no file', { 'b.ts': { lines: 300, reason: 'a table' } }, 'b.ts: has an exception but does not exist'],
    ['has no reason', { 'a.ts': { functionLines: 80 } }, 'a.ts: has an exception without a reason'],
  ])('refuse an exception that %s', (_what, exceptions, message) => {
    allow(exceptions);
    const { status, output } = check('size-caps.mjs', 'a.ts', lines(10));
    expect(output).toContain(message);
    expect(status).toBe(1);
  });
});

/** @param {object} exceptions */
function allow(exceptions) {
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'scripts/size-exceptions.json'), JSON.stringify(exceptions));
}

describe('the lockfile check', () => {
  const lockfile = (/** @type {object} */ packages) =>
    check('lockfile.mjs', 'package-lock.json', JSON.stringify({ packages }));

  it('accepts packages without an address, links within the repository, and every platform', () => {
    const { status, output } = lockfile({
      'node_modules/a': { integrity: 'sha512-…', optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' } },
      'node_modules/a-linux': { optional: true },
      'node_modules/a/node_modules/a-mac': { optional: true },
      'node_modules/server': { resolved: 'apps/server', link: true },
    });
    expect(output).toBe('');
    expect(status).toBe(0);
  });

  it('refuses a download address and names its package', () => {
    const { status, output } = lockfile({ 'node_modules/a': { resolved: 'https://a.example/a' } });
    expect(output).toContain('node_modules/a names its download address');
    expect(status).toBe(1);
  });

  it('refuses a file that was written without the packages of other platforms', () => {
    const { status, output } = lockfile({
      'node_modules/b/node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' } },
      'node_modules/a-linux': { optional: true },
    });
    expect(output).toBe(
      'package-lock.json: node_modules/b/node_modules/a lacks its optional dependency a-mac: npm ci refuses that\n',
    );
    expect(status).toBe(1);
  });
});
