// @module-tag pure
import { expect, test } from 'vitest';
import { replaceSlash, slashAt } from './slash.ts';

test.each([
  ['/', 1, { start: 0, word: '' }],
  ['/par', 4, { start: 0, word: 'par' }],
  ['Hello /par there', 10, { start: 6, word: 'par' }],
  ['Hello\n/', 7, { start: 6, word: '' }],
  ['مرحبا /سلام', 11, { start: 6, word: 'سلام' }],
  ['and/or', 6, undefined],
  ['https://', 8, undefined],
  ['/par cel', 8, undefined],
  ['Hello /par', 5, undefined],
  [`/${'x'.repeat(41)}`, 42, undefined],
])('%j at %i', (text, caret, expected) => {
  expect(slashAt(text, caret)).toEqual(expected);
});

test('the text around it stays', () => {
  const replaced = replaceSlash('Hello /par there', { start: 6, word: 'par' }, 'it is on its way');
  expect(replaced).toEqual({ text: 'Hello it is on its way there', caret: 22 });
});
