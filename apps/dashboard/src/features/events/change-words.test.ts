// @module-tag pure

import { expect, it } from 'vitest';
import { sidesOf, valueText } from './change-words.ts';

const mark = (length: number) => ({ sha256: 'ab'.repeat(32), length });

it('shows values as they are, and long texts by their length', () => {
  expect(valueText('Support')).toEqual({ text: 'Support', isQuiet: false });
  expect(valueText(0.7)).toEqual({ text: '0.7', isQuiet: false });
  expect(valueText(['a'])).toEqual({ text: '[\n  "a"\n]', isQuiet: false });
  expect(valueText(null)).toEqual({ text: 'Not set', isQuiet: true });
  expect(valueText('')).toEqual({ text: 'Empty', isQuiet: true });
  expect(valueText(mark(4210))).toEqual({ text: '4,210 characters', isQuiet: true });
  expect(valueText(mark(1)).text).toBe('1 character');
  expect(valueText(mark(0))).toEqual({ text: 'Empty', isQuiet: true });
});

it('says that a long text changed', () => {
  const { old, next } = sidesOf({ before: mark(12), after: mark(12) });
  expect([old.text, next.text]).toEqual(['12 characters', '12 characters, changed']);
  expect(sidesOf({ before: null, after: mark(3) }).next.text).toBe('3 characters');
  expect(sidesOf({ before: mark(0), after: mark(3) }).next.text).toBe('3 characters');
});
