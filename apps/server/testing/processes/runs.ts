import { randomInt } from 'node:crypto';
import { isComplete } from '../memory/level.ts';

/**
 * The size and seed of the generated tests. By default they are small and use a random seed, which is printed.
 * `PARLEY_TEST_SEED=7` repeats a run, `PARLEY_TEST_RUNS=2000` makes it larger, `PARLEY_TEST_TIMES=50` makes each so
 * many times larger than in `npm run test:all`.
 */
const seed: number = readWhole('PARLEY_TEST_SEED') ?? randomInt(2 ** 31);

const times: number | undefined = readWhole('PARLEY_TEST_TIMES');

/**
 * Number of runs of a generated test: from `PARLEY_TEST_RUNS` (or its own variable), or else the default. `npm run
 * test:all` does `all` runs.
 */
export const runs = (usual: number, variable = 'PARLEY_TEST_RUNS', all = usual): number =>
  readWhole(variable) ?? (isComplete || times !== undefined ? all * (times ?? 1) : usual);

/** The seed of a test file, printed so that a failure can be repeated. `name` is the file's, as passed to vitest. */
export function announceSeed(name: string): number {
  process.stdout.write(`${name}: seed ${seed}; repeat with PARLEY_TEST_SEED=${seed} npx vitest run ${name}\n`);
  return seed;
}

function readWhole(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`${name} must be a whole number above 0, not "${text}".`);
  return Number(text);
}
