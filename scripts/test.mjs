/**
 * `npm test`: every test that this machine can run, then what it could not run and why, then one closing line.
 * A file that fails runs a second time, alone, after everything else: if it passes then, it is named as flaky.
 * Words after `--` go to vitest: `npm test -- agents` runs the files whose path has "agents" in it. `--once` runs
 * no file a second time.
 */
import { absentPrograms } from './programs.mjs';
import { profile } from './test-profile.mjs';
import { openTests } from './test-run.mjs';

const MAX_NAMED = 20;

/** @typedef {import('./test-run.mjs').FileResult} FileResult */

const words = process.argv.slice(2);
const once = words.includes('--once');
const started = performance.now();
const tests = await openTests(words.filter((word) => word !== '--once'));
const { files, problems } = await tests.all();
const { results, flaky, laterProblems } = once ? { results: files, flaky: [], laterProblems: [] } : await rerun(files);
await tests.close();
process.exitCode = summarise(results, flaky, [...problems, ...laterProblems]);

/**
 * Runs each failed file once more, one after another.
 * @param {readonly FileResult[]} files
 */
async function rerun(files) {
  const failed = files.filter((file) => !file.ok);
  if (failed.length > 0) console.log(`\nRunning again, alone: ${failed.map(({ name }) => name).join(', ')}`);
  /** @type {Map<FileResult, FileResult>} */
  const later = new Map();
  /** @type {string[]} */
  const laterProblems = [];
  for (const file of failed) {
    const outcome = await tests.again(file);
    laterProblems.push(...outcome.problems);
    later.set(file, outcome.files[0] ?? file);
  }
  const flaky = failed.filter((file) => later.get(file)?.ok).map(({ name }) => name);
  return { results: files.map((file) => later.get(file) ?? file), flaky, laterProblems };
}

/**
 * Prints where the time went, what did not run, what is flaky, and the closing line.
 * @param {readonly FileResult[]} files
 * @param {readonly string[]} flaky
 * @param {readonly string[]} problems
 * @returns {number} the exit code of this command: a failure outside every file is a failure, too
 */
function summarise(files, flaky, problems) {
  const all = files.flatMap((file) => file.tests);
  const passed = all.filter(({ state }) => state === 'passed').length;
  const skipped = all.filter(({ state }) => state === 'skipped');
  const broken = files.filter((file) => !file.ok && !file.tests.some(({ state }) => state === 'failed'));
  const failed = all.filter(({ state }) => state === 'failed').length + broken.length;

  for (const line of profile(files, performance.now() - started)) console.log(line);
  for (const { name, problem } of broken)
    console.log(`failed outside its tests, counted as one failure: ${name}: ${problem}`);
  for (const { name } of skipped.slice(0, MAX_NAMED)) console.log(`skipped: ${name}`);
  if (skipped.length > MAX_NAMED) console.log(`skipped: and ${skipped.length - MAX_NAMED} more`);
  for (const { name, tests: which } of absentPrograms()) console.log(`could not run without ${name}: ${which}`);
  for (const name of flaky) console.log(`flaky: ${name}`);
  for (const problem of problems) console.log(`failed outside every file: ${problem}`);
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  return failed > 0 || problems.length > 0 ? 1 : 0;
}
