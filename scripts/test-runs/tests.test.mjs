import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes test files and runs one of the commands on them, as `npm test` does on those of the repository.
 * @param {'test' | 'test-repeat'} command
 * @param {Record<string, string>} files
 * @param {readonly string[]} args
 * @param {Record<string, string>} settings of its environment
 */
function run(command, files, args = [], settings = {}) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.mjs`), text);
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { globals: true } };');
  const script = resolve(import.meta.dirname, command === 'test' ? '../test.mjs' : 'test-repeat.mjs');
  const env = { ...process.env, ...settings };
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8', env });
  const lines = stdout.trimEnd().split('\n');
  return { code: status, lines, last: lines.at(-1) };
}

const passes = "test('passes', () => {});";
const fails = "test('fails', () => { throw new Error('always'); });";
/** Fails when it runs for the first time. */
const fickle = `
import { existsSync, writeFileSync } from 'node:fs';
test('is fickle', () => {
  const second = existsSync('mark');
  writeFileSync('mark', '');
  if (!second) throw new Error('the first time');
});
${passes}`;

// Each starts vitest in a process of its own; one of them shows that the command works.
describe('npm test', () => {
  it('runs each failed file again, and names it where it passes then', () => {
    const skips = "test.skip('waits', () => {});";
    const broken = "throw new Error('at once');";
    const { code, lines, last } = run('test', { fickle, fails, passes, skips, broken });
    expect(lines.filter((line) => line.startsWith('flaky'))).toEqual(['flaky: fickle.test.mjs']);
    expect(lines).toContain('skipped: waits');
    expect(lines).toContain('failed outside its tests, counted as one failure: broken.test.mjs: at once');
    expect(last).toBe('tests: 3 passed, 2 failed, 1 skipped');
    expect(code).toBe(1);
  });

  it('passes where every failed file passes then', { tags: 'nightly' }, () => {
    const { code, last } = run('test', { fickle });
    expect(last).toBe('tests: 2 passed, 0 failed, 0 skipped');
    expect(code).toBe(0);
  });

  it('runs no file again with --once', { tags: 'nightly' }, () => {
    const { code, last } = run('test', { fickle }, ['--once']);
    expect(last).toBe('tests: 1 passed, 1 failed, 0 skipped');
    expect(code).toBe(1);
  });

  it('runs the files whose path has the word, and says where the time went', { tags: 'nightly' }, () => {
    const { code, lines, last } = run('test', { fails, passes }, ['passes']);
    expect(lines.join('\n')).toMatch(/slowest files, in seconds:\n.*\n( +\d+\.\d){4} {2}passes\.test\.mjs\n/);
    expect(last).toBe('tests: 1 passed, 0 failed, 0 skipped');
    expect(code).toBe(0);
  });

  it('fails where a file takes longer than a file may, alone too, but not with --once or --all', {
    tags: 'nightly',
  }, () => {
    const slow = "test('is slow', () => new Promise((resolve) => setTimeout(resolve, 2_000)));";
    const budget = { PARLEY_TEST_BUDGET: '0.1' };
    const { code, lines, last } = run('test', { slow }, [], budget);
    expect(lines.join('\n')).toMatch(/^over budget: slow\.test\.mjs took \d+\.\d s alone; a file may take 0\.1 s/m);
    expect(last).toBe('tests: 1 passed, 0 failed, 0 skipped');
    expect(code).toBe(1);
    expect(run('test', {}, ['--once'], budget).code).toBe(0);
    expect(run('test', {}, ['--all'], budget).code).toBe(0);
  });

  it('fails where an error belongs to no test, and where no file has the word', { tags: 'nightly' }, () => {
    const lost = "test('passes', () => { Promise.reject(new Error('lost')); });";
    const { code, lines, last } = run('test', { lost });
    expect(lines).toContain('failed outside every file: lost');
    expect(last).toBe('tests: 1 passed, 0 failed, 0 skipped');
    expect(code).toBe(1);
    expect(run('test', {}, ['absent'])).toMatchObject({ code: 1, last: 'tests: 0 passed, 0 failed, 0 skipped' });
  });
});

describe('npm run test:repeat', () => {
  it('lists a test that failed in any round', { tags: 'nightly' }, () => {
    const { code, lines, last } = run('test-repeat', { fickle }, ['3']);
    expect(lines.filter((line) => line.startsWith('failed in'))).toEqual([
      'failed in 1 of 3 rounds: fickle.test.mjs: is fickle',
    ]);
    expect(last).toBe('repeat: 3 rounds, 6 tests run, 1 failed at least once');
    expect(code).toBe(1);
  });

  it('passes where no test failed', { tags: 'nightly' }, () => {
    expect(run('test-repeat', { passes }, ['2'])).toMatchObject({
      code: 0,
      last: 'repeat: 2 rounds, 2 tests run, 0 failed at least once',
    });
  });
});
