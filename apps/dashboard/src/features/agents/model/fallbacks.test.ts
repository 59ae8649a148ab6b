// @module-tag pure
import { expect, it } from 'vitest';
import { namesIn, swapped, textOf } from './fallbacks.ts';

it('models are text with one name a line', () => {
  const names = ['openai/a', 'anthropic/b', 'builtin/echo'];
  expect(namesIn(textOf(names))).toEqual(names);
  expect(namesIn('')).toEqual([]);
  expect(namesIn(' a/b \n\n c/d')).toEqual(['a/b', 'c/d']);
});

it('two of them change places', () => {
  expect(swapped(['a', 'b', 'c'], 1, 0)).toEqual(['b', 'a', 'c']);
  expect(swapped(['a', 'b', 'c'], 1, 2)).toEqual(['a', 'c', 'b']);
});
