// @module-tag pure

import { expect, it } from 'vitest';
import { fieldLimits } from '../../../../api/field-limits.ts';
import { choose, refusalOf } from './chosen-files.ts';

it('refuses what can’t be read before anything is sent', () => {
  expect(refusalOf({ name: 'Handbook.PDF', size: fieldLimits.fileBytes })).toBeUndefined();
  expect(refusalOf({ name: 'a.pdf', size: fieldLimits.fileBytes + 1 })).toContain('20 MiB');
  expect(refusalOf({ name: 'Sign.JPG', size: 1 })).toBeUndefined();
  expect(refusalOf({ name: 'a.txt', size: 0 })).toBe('The file is empty.');
  expect(refusalOf({ name: 'a.exe', size: 1 })).toContain('Use PDF');
});

it('the same file is in the list once', () => {
  const file = new File(['a'], 'a.txt', { lastModified: 1 });
  const once = choose([], [file, new File(['b'], 'b.mp3', { lastModified: 1 })]);
  expect(once.map(({ key, state }) => [key, state])).toEqual([
    [1, 'chosen'],
    [2, 'refused'],
  ]);
  expect(choose(once, [file])).toHaveLength(2);
});
