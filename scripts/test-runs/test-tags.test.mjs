// @module-tag pure
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { tagsOf, testFiles } from './test-selection.mjs';

const repository = join(import.meta.dirname, '../..');
const files = testFiles(repository, ['apps', 'packages', 'python', 'docs', 'scripts']);

/** @param {string} file */
const usesEngines = (file) =>
  /^import \{[^}]*\bengines\b[^}]*\} from '[^']*\/engines\.ts';$/m.test(readFileSync(file, 'utf8'));

test('a file uses `engines` if and only if it has the tag `sql`; others use `anyEngine`', () => {
  const wrong = files.filter((file) => usesEngines(file) !== tagsOf(file).includes('sql'));
  expect(wrong.map((file) => relative(repository, file))).toEqual([]);
  expect(files.filter(usesEngines).length).toBeGreaterThan(50);
});
