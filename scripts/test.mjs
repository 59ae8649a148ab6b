/**
 * `npm test`: every test that this machine can run, then what it could not run and why, then one closing line.
 * Words after `--` go to vitest: `npm test -- agents` runs the files whose path has "agents" in it.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { absentPrograms } from './programs.mjs';

const MAX_NAMED = 20;

/**
 * @typedef {{ fullName: string, status: string }} Test
 * @typedef {{ name: string, status: string, message: string, assertionResults: Test[] }} TestFile
 */

const folder = mkdtempSync(join(tmpdir(), 'parley-tests-'));
const report = join(folder, 'results.json');
try {
  const code = await vitest(['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  process.exitCode = summarise(code);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs vitest over every project, with what the caller added.
 * @param {string[]} reporters
 * @returns {Promise<number>} its exit code
 */
function vitest(reporters) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Prints what did not run and the closing line.
 * @param {number} code the exit code of the run
 * @returns {number} the exit code of this command: a run that failed without a failed test stays a failure
 */
function summarise(code) {
  /** @type {{ testResults: TestFile[] }} */
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { testResults: [] };
  const tests = testResults.flatMap((file) => file.assertionResults);
  const broken = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(hasFailed));
  const passed = tests.filter((test) => test.status === 'passed').length;
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed');
  const failed = tests.filter(hasFailed).length + broken.length;

  for (const file of broken)
    console.log(`failed outside its tests, counted as one failure: ${relative('.', file.name)}: ${file.message}`);
  for (const test of skipped.slice(0, MAX_NAMED)) console.log(`skipped: ${test.fullName}`);
  if (skipped.length > MAX_NAMED) console.log(`skipped: and ${skipped.length - MAX_NAMED} more`);
  for (const { name, tests: which } of absentPrograms()) console.log(`could not run without ${name}: ${which}`);
  if (code !== 0 && failed === 0) console.log(`the test runner ended with exit code ${code} though no test failed`);
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  return code !== 0 || failed > 0 ? 1 : 0;
}

/** @param {Test} test */
function hasFailed(test) {
  return test.status === 'failed';
}
