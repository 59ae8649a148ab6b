/**
 * `npm test`: what decides whether a change may land, then what could not run and why, then one closing line. A file
 * that fails runs a second time, alone, after everything else: if it passes then, it is named as flaky. A file that
 * takes long runs again, too, and fails the command if alone it takes longer than a file may: 30 s, or as many as
 * `PARLEY_TEST_BUDGET` says.
 *
 * Words after `--` go to vitest: `npm test -- agents` runs the files whose path has "agents" in it. Besides:
 *
 *   --all           everything, for a release and before a large landing (`npm run test:all`)
 *   --pure          what needs no database, process or browser (`npm run test:pure`)
 *   --since COMMIT  what a change since a commit can reach
 *   --once          no file a second time
 *   --profile       what every group costs; writes `test-times.json`, from which a run takes its order
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { absentPrograms } from './programs.mjs';
import { slowness } from './test-runs/machine-speed.mjs';
import { mayBeOverBudget, overBudget, profile } from './test-runs/test-profile.mjs';
import { openTests } from './test-runs/test-run.mjs';
import { writeTimes } from './test-runs/test-times.mjs';
import { cpuSeconds, watchMemory } from './test-runs/test-usage.mjs';

const MAX_NAMED = 20;

/** @typedef {import('./test-runs/test-run.mjs').FileResult} FileResult */

const { own, words } = readArguments(process.argv.slice(2));
if (own.all) process.env['PARLEY_TESTS'] = 'all';
if (own.pure) process.env['PARLEY_TESTS'] = 'pure';
const hasBudget = !own.all && !own.once;
const started = performance.now();
const memory = watchMemory();
const tests = await openTests(words);
const { files, problems } = own.since === undefined ? await tests.all() : await tests.since(own.since);
const { results, flaky, slow, laterProblems } = await rerun(own.once ? [] : toRunAgain(files));
await tests.close();
if (own.profile) keepTimes(results);
// Vite leaves something open for seconds that keeps the process alive.
process.exit(summarise(results, [...problems, ...laterProblems]));

/**
 * The options of this command, and the words for vitest.
 * @param {string[]} args
 */
function readArguments(args) {
  const own = {
    all: false,
    pure: false,
    once: false,
    profile: false,
    since: /** @type {string | undefined} */ (undefined),
  };
  const { tokens } = parseArgs({
    args,
    options: { since: { type: 'string' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const taken = new Set();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'since') own.since = token.value;
    else if (token.name === 'all' || token.name === 'pure' || token.name === 'once' || token.name === 'profile')
      own[token.name] = true;
    else continue;
    taken.add(token.index);
    if (token.name === 'since' && !token.inlineValue) taken.add(token.index + 1);
  }
  return { own, words: args.filter((_, index) => !taken.has(index)) };
}

/**
 * The files to run again: those that failed, and those that may take too long alone.
 * @param {readonly FileResult[]} all
 */
function toRunAgain(all) {
  const now = hasBudget ? slowness() : Number.POSITIVE_INFINITY;
  return all.filter((file) => !file.ok || mayBeOverBudget(file, now));
}

/**
 * Runs files again, one after another.
 * @param {readonly FileResult[]} again
 */
async function rerun(again) {
  if (again.length > 0) console.log(`\nRunning again, alone: ${again.map(({ name }) => name).join(', ')}`);
  /** @type {Map<FileResult, FileResult>} */
  const later = new Map();
  /** @type {string[]} */
  const laterProblems = [];
  /** @type {string[]} */
  const slow = [];
  for (const file of again) {
    const isMeasured = hasBudget && file.ok;
    const before = isMeasured ? slowness() : 1;
    const outcome = await tests.again(file);
    laterProblems.push(...outcome.problems);
    const alone = outcome.files[0] ?? file;
    later.set(file, alone);
    if (isMeasured) slow.push(...overBudget(alone, Math.max(before, slowness())));
  }
  const results = files.map((file) => later.get(file) ?? file);
  const flaky = again.filter((file) => !file.ok && later.get(file)?.ok).map(({ name }) => name);
  return { results, flaky, slow, laterProblems };
}

/**
 * Writes the times of files, by path from the root of the repository.
 * @param {readonly FileResult[]} files
 */
function keepTimes(files) {
  const times = files.map(({ name, startMs, hookMs, testMs }) => {
    return /** @type {const} */ ([name, { start: startMs / 1000, hooks: hookMs / 1000, tests: testMs / 1000 }]);
  });
  writeTimes(times, existsSync);
}

/**
 * Prints the slowest parts, the tests that did not run, flaky tests, and the closing line.
 * @param {readonly FileResult[]} files
 * @param {readonly string[]} problems
 * @returns {number} the exit code of this command: a failure outside every file is a failure, too
 */
function summarise(files, problems) {
  const all = files.flatMap((file) => file.tests);
  const count = (/** @type {string} */ state) => all.filter((test) => test.state === state).length;
  const skipped = all.filter(({ state }) => state === 'skipped');
  const broken = files.filter((file) => !file.ok && !file.tests.some(({ state }) => state === 'failed'));
  const failed = count('failed') + broken.length;

  for (const line of profile(files, { everyGroup: own.profile })) console.log(line);
  console.log(usage());
  for (const { name, problem } of broken)
    console.log(`failed outside its tests, counted as one failure: ${name}: ${problem}`);
  for (const { name } of skipped.slice(0, MAX_NAMED)) console.log(`skipped: ${name}`);
  if (skipped.length > MAX_NAMED) console.log(`skipped: and ${skipped.length - MAX_NAMED} more`);
  if (count('nightly') > 0) console.log(`left to npm run test:all, in these files: ${count('nightly')}`);
  for (const { name, tests: which } of absentPrograms()) console.log(`could not run without ${name}: ${which}`);
  for (const name of flaky) console.log(`flaky: ${name}`);
  for (const sentence of slow) console.log(sentence);
  for (const problem of problems) console.log(`failed outside every file: ${problem}`);
  console.log(`tests: ${count('passed')} passed, ${failed} failed, ${skipped.length} skipped`);
  return failed > 0 || problems.length > 0 || slow.length > 0 ? 1 : 0;
}

/** The time and memory of this process and all that came of it. */
function usage() {
  const minutes = (/** @type {number} */ seconds) => (seconds / 60).toFixed(1);
  const wall = minutes((performance.now() - started) / 1000);
  const peak = (memory.stop() / 2 ** 30).toFixed(1);
  return `${wall} min of wall-clock time, ${minutes(cpuSeconds())} min of CPU time, ${peak} GiB of memory at most`;
}
