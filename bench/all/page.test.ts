// @module-tag pure
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withBest } from './best.ts';
import { placesIn, withResult } from './page.ts';
import { sizes } from './sizes.ts';

const figures = (rows: readonly string[]) =>
  ['| operation | per second | ratio | p50 ms |', '| --- | --- | --- | --- |', ...rows].join('\n');

/** The cells of the rows, without the padding. */
const cells = (text: string) =>
  text
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));

const page = (machine: string, rows: readonly string[], command = 'npm run bench -- writes') =>
  `# Page\n\n<!-- bench:writes -->\n\n\`${command}\`, ${machine}.\n\n${figures(rows)}\n\n<!-- /bench:writes -->\n\nBy hand.\n`;
const result = {
  scenario: 'writes',
  command: 'npm run bench -- writes',
  machine: 'AMD EPYC, 2 cores, Node 24.1.0, not pinned',
  text: `Words.\n\n${figures(['| GET | 900 | 0.90 | 0.20 |'])}`,
};

test('the page has a place for each scenario of `all`', () => {
  const places = placesIn(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8'));
  expect(places.toSorted()).toEqual(Object.keys(sizes).toSorted());
});

test('the better one of the former figure and of its own former best stands beside a figure', () => {
  const before = figures(['| GET | 1,000 (1,200) | 0.80 | 0.30 (0.10) |', '| PUT | 500 (400) | 0.70 | 0.40 |']);
  const now = figures(['| GET | 1,100 | 0.90 | 0.20 |', '| PUT | 600 | 0.60 | 0.50 |', '| POST | 100 | 0.50 | 0.60 |']);
  expect(cells(withBest(now, before, { args: [], ratio: 'more' }))).toEqual([
    ['', 'GET', '1,100 (1,200)', '0.90 (0.80)', '0.20 (0.10)', ''],
    ['', 'PUT', '600 (500)', '0.60 (0.70)', '0.50 (0.40)', ''],
    ['', 'POST', '100', '0.50', '0.60', ''],
  ]);
});

test('a figure whose better direction is unknown stays alone', () => {
  const before = figures(['| GET | 1,000 | 0.80 | 0.30 |']);
  const [row] = cells(withBest(figures(['| GET | 900 | 0.90 | 0.20 |']), before, { args: [] }));
  expect(row).toEqual(['', 'GET', '900 (1,000)', '0.90', '0.20 (0.30)', '']);
});

test('a row with its unit says which figure of a system is better', () => {
  const systems = (ours: string) => `| | ours | theirs |\n| --- | --- | --- |\n| CPU time, ms | ${ours} | 2.00 |`;
  const [row] = cells(withBest(systems('1.50'), systems('1.20'), { args: [] }));
  expect(row).toEqual(['', 'CPU time, ms', '1.50 (1.20)', '2.00 (2.00)', '']);
});

test('a target says by itself which figure is better', () => {
  const target = (rate: string, time: string) =>
    `| target | required | measured | |\n| --- | --- | --- | --- |\n| rate | at least 3 | ${rate} | met |\n| time | at most 3 | ${time} | met |`;
  expect(cells(withBest(target('4', '1'), target('5', '2'), { args: [] }))).toEqual([
    ['', 'rate', 'at least 3', '4 (5)', 'met', ''],
    ['', 'time', 'at most 3', '1 (2)', 'met', ''],
  ]);
});

test('equal tables keep their order', () => {
  const two = (first: string, second: string) =>
    [first, second].map((rate) => figures([`| GET | ${rate} | 1 | 1 |`])).join('\n\n');
  const text = withBest(two('10', '20'), two('1', '2'), { args: [] });
  expect(text).toContain('10 (1)');
  expect(text).toContain('20 (2)');
});

test('a result replaces the former figures and leaves the rest of the page', () => {
  const before = page('AMD EPYC, 2 cores, Node 20.20.2', ['| GET | 1,000 | 0.80 | 0.30 |']);
  const after = withResult(before, before, result);
  expect(after).toContain('`npm run bench -- writes`, AMD EPYC, 2 cores, Node 24.1.0, not pinned.\n\nWords.\n');
  expect(after).toContain('900 (1,000)');
  expect(after).toMatch(/^# Page\n[\s\S]*\nBy hand\.\n$/);
  expect(withResult(after, before, result)).toBe(after);
});

test.each([
  ['another kind of machine', 'Intel Xeon, 2 cores, Node 20.20.2', undefined],
  ['another size', 'AMD EPYC, 2 cores, Node 20.20.2', 'npm run bench -- writes --agents 9'],
])('figures of %s are no earlier ones', (_what, machine, command) => {
  const before = page(machine, ['| GET | 1,000 | 0.80 | 0.30 |'], command);
  expect(withResult(before, before, result)).toMatch(/\| GET +\| 900 +\|/);
});

test('a page without a place for the scenario is refused', () => {
  expect(() => withResult('# Page\n', '', result)).toThrow('bench/README.md has no place for writes');
});
