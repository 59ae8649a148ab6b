/** Where the time of a test run went. */

const MAX_FILES = 10;

/**
 * The slowest files, and the sums of all, as lines to print.
 * @param {readonly import('./test-run.mjs').FileResult[]} files
 * @param {number} wallMs what the whole run took, in milliseconds
 * @returns {string[]}
 */
export function profile(files, wallMs) {
  if (files.length === 0) return [];
  const slowest = files.toSorted((one, other) => total(other) - total(one)).slice(0, MAX_FILES);
  const sums = {
    startMs: sum(files, ({ startMs }) => startMs),
    hookMs: sum(files, ({ hookMs }) => hookMs),
    testMs: sum(files, ({ testMs }) => testMs),
  };
  return [
    'slowest files, in seconds:',
    `${' '.repeat(9)}all    start    hooks    tests`,
    ...slowest.map((file) => `${columns(file)}  ${file.name}`),
    `${columns(sums)}  the sum of all ${files.length} files`,
    `${seconds(wallMs)} ${' '.repeat(28)} wall-clock time`,
  ];
}

/** @typedef {Pick<import('./test-run.mjs').FileResult, 'startMs' | 'hookMs' | 'testMs'>} Times */

/** @param {Times} times */
const total = ({ startMs, hookMs, testMs }) => startMs + hookMs + testMs;

/** @param {Times} times */
const columns = (times) => [total(times), times.startMs, times.hookMs, times.testMs].map(seconds).join(' ');

/** @param {number} ms */
const seconds = (ms) => (ms / 1000).toFixed(1).padStart(8);

/**
 * @param {readonly Times[]} files
 * @param {(file: Times) => number} measure
 */
const sum = (files, measure) => files.reduce((total, file) => total + measure(file), 0);
