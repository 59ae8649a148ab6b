/**
 * `npm run test:repeat -- 5 [words]`: runs every test, or the files whose path has one of the words in it, so many
 * times (5 unless said) on a busy machine, and lists every test that ever failed.
 */
import { spawn } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { openTests } from './test-run.mjs';

/** A process that keeps one core busy for as long as its standard input is open. */
const burner = `
process.stdin.resume().on('end', () => process.exit());
(function burn() {
  for (const end = Date.now() + 50; Date.now() < end; );
  setImmediate(burn);
})();`;

/** Niceness of a burner: at 5 the tests get about three quarters of a core. */
const NICENESS = 5;

const words = process.argv.slice(2);
const times = /^[1-9]\d{0,3}$/.test(words[0] ?? '') ? Number(words.shift()) : 5;

/** Number of failures of each test: `file: test` → rounds. @type {Map<string, number>} */
const failures = new Map();
const stopBurners = startBurners();
const tests = await openTests(words);
let ran = 0;
let { files, problems } = await tests.all();
for (let round = 1; ; round += 1) {
  const failed = new Set([...files.flatMap(failuresOf), ...problems.map((text) => `outside every file: ${text}`)]);
  for (const name of failed) failures.set(name, (failures.get(name) ?? 0) + 1);
  ran += files.flatMap((file) => file.tests).filter(({ state }) => state === 'passed' || state === 'failed').length;
  console.log(`\nround ${round} of ${times}: ${failed.size} failed\n`);
  if (round === times || files.length === 0) break;
  ({ files, problems } = await tests.all());
}
await tests.close();
stopBurners();

for (const [name, count] of [...failures].sort(([, one], [, other]) => other - one))
  console.log(`failed in ${count} of ${times} rounds: ${name}`);
console.log(`repeat: ${times} rounds, ${ran} tests run, ${failures.size} failed at least once`);
process.exit(failures.size > 0 || ran === 0 ? 1 : 0);

/** @param {import('./test-run.mjs').FileResult} file */
function failuresOf({ name, ok, problem, tests }) {
  const failed = tests.filter(({ state }) => state === 'failed').map((test) => `${name}: ${test.name}`);
  return ok || failed.length > 0 ? failed : [`${name}: ${problem}`];
}

/** Keeps every core busy. Returns the function that ends it. */
function startBurners() {
  const children = Array.from({ length: availableParallelism() }, () => {
    const child = spawn(process.execPath, ['-e', burner], { stdio: ['pipe', 'ignore', 'inherit'] });
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    return child;
  });
  return () => {
    for (const child of children) child.kill();
  };
}
