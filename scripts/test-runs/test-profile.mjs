/** Reports the time that each part of a test run took, and the files over their budget. */
import { dirname } from 'node:path';

/** @typedef {import('./test-run.mjs').FileResult} FileResult */

/** Max duration of a test file in `npm test`, in seconds, without the start of its worker. */
const BUDGET_S = Number(process.env['PARLEY_TEST_BUDGET'] ?? 30);

/** Files run in so many workers beside each other for each processor, so each takes so many times longer. */
const CROWD = 2;

const MAX_FILES = 10;
const MAX_GROUPS = 5;

/** The folders whose own folders are groups; elsewhere the folder of the workspace's tests is one. */
const divided = ['apps/server/src/features', 'apps/server/src', 'apps/server/testing', 'apps/dashboard/src/features'];

/**
 * The slowest files, the groups that cost most, and the sums of all, as lines to print.
 * @param {readonly FileResult[]} files
 * @param {{ everyGroup?: boolean }} [options]
 * @returns {string[]}
 */
export function profile(files, { everyGroup = false } = {}) {
  if (files.length === 0) return [];
  const slowest = files.toSorted((one, other) => total(other) - total(one)).slice(0, MAX_FILES);
  const groups = [...groupsOf(files)].map(([name, its]) => ({ name, ...sumsOf(its), count: its.length }));
  const costliest = groups.toSorted((one, other) => total(other) - total(one));
  return [
    ...table('slowest files', slowest),
    ...table(
      everyGroup ? 'every group' : 'the groups that cost most',
      costliest
        .slice(0, everyGroup ? undefined : MAX_GROUPS)
        .map((group) => ({ ...group, name: `${group.name} (${group.count})` })),
    ),
    `${columns(sumsOf(files))}  the sum of all ${files.length} files`,
  ];
}

/**
 * True if a file that ran beside others took so long that it may take too long alone, too.
 * @param {FileResult} file
 * @param {number} slowness of the machine, as `machine-speed.mjs` says it
 */
export const mayBeOverBudget = ({ ms }, slowness) => ms > BUDGET_S * 1000 * CROWD * slowness;

/**
 * A sentence if a file took too long alone, otherwise none. One reading of the clock proves nothing on a
 * busy machine, so it is measured against others of work that is always the same.
 * @param {FileResult} file
 * @param {number} slowness of the machine meanwhile, as `machine-speed.mjs` says it
 * @returns {string[]}
 */
export function overBudget({ name, ms }, slowness) {
  if (ms <= BUDGET_S * 1000 * slowness) return [];
  const here = slowness === 1 ? '' : `, and ${(BUDGET_S * slowness).toFixed(1)} s on this machine now`;
  return [`over budget: ${name} took ${(ms / 1000).toFixed(1)} s alone; a file may take ${BUDGET_S} s${here}`];
}

/**
 * The files by the folder of what they test.
 * @param {readonly FileResult[]} files
 */
export function groupsOf(files) {
  /** @type {Map<string, FileResult[]>} */
  const groups = new Map();
  for (const file of files) {
    const name = groupOf(file.name);
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return groups;
}

/** @param {string} name a path with forward slashes */
function groupOf(name) {
  const folder = dirname(name);
  const parent = divided.find((one) => folder.startsWith(`${one}/`));
  if (parent === undefined) return folder.split('/').slice(0, 3).join('/');
  return folder
    .split('/')
    .slice(0, parent.split('/').length + 1)
    .join('/');
}

/** @typedef {Pick<FileResult, 'startMs' | 'hookMs' | 'testMs'>} Times */

/**
 * @param {string} title
 * @param {readonly (Times & { name: string })[]} rows
 */
const table = (title, rows) => [
  `${title}, in seconds:`,
  `${' '.repeat(9)}all    start    hooks    tests`,
  ...rows.map((row) => `${columns(row)}  ${row.name}`),
];

/** @param {readonly Times[]} files */
const sumsOf = (files) => ({
  startMs: sum(files, ({ startMs }) => startMs),
  hookMs: sum(files, ({ hookMs }) => hookMs),
  testMs: sum(files, ({ testMs }) => testMs),
});

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
