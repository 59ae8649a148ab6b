// @module-tag pure

import { expect, it } from 'vitest';
import { secondsText } from './countdown.tsx';

it.each([
  [1, '1 s'],
  [59, '59 s'],
  [119, '119 s'],
  [120, '2 min 0 s'],
  [875, '14 min 35 s'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(secondsText(seconds)).toBe(text);
});
