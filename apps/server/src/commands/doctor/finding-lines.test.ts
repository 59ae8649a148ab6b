// @module-tag pure
import { expect, test } from 'vitest';
import { findingLines } from './finding-lines.ts';

const wrong = (what: string, detail: string) => ({ what, ok: false, detail });

test('a cause is said once, with the names of all checks that it failed', () => {
  const down = 'connect ECONNREFUSED 127.0.0.1:5432';
  expect(
    findingLines([
      { what: 'settings', ok: true, detail: 'data in /data' },
      wrong('database, schema and pepper', down),
      wrong('files', down),
      wrong('quotas', down),
      wrong('jobs', `could not be counted: ${down}`),
      wrong('Redis', 'connect ECONNREFUSED 127.0.0.1:6379'),
      { what: 'documents', ok: true, detail: 'a text was read' },
    ]),
  ).toEqual([
    'ok     settings: data in /data',
    `WRONG  database, schema and pepper, files, quotas, jobs: ${down}`,
    'WRONG  Redis: connect ECONNREFUSED 127.0.0.1:6379',
    'ok     documents: a text was read',
  ]);
});

test('equal details of checks that succeeded stay apart', () => {
  const fine = (what: string) => ({ what, ok: true, detail: 'readable by its owner only' });
  expect(findingLines([fine('data folder'), fine('secrets')])).toHaveLength(2);
});
