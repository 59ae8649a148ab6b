// @module-tag pure

import { expect, it } from 'vitest';
import { bare, isAppCode, validAppCode } from './app-code.ts';

it('a code of an app has six digits, however it is spaced', () => {
  expect(['123456', '123 456', ' 123-456\n'].map(isAppCode)).toEqual([true, true, true]);
  expect(['', '12345', '1234567', '12345a', '4k7xq-9m2rd'].map(isAppCode)).toEqual(Array(5).fill(false));
  expect(bare('4k7xq - 9m2rd')).toBe('4k7xq9m2rd');
  expect([validAppCode('123 456'), validAppCode('1234')]).toEqual([null, 'Enter the six digits.']);
});
