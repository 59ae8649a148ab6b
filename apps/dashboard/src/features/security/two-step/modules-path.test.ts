// @module-tag pure

import { expect, it } from 'vitest';
import { modulesPath } from './modules-path.ts';

it('draws each run of dark modules as one rectangle', () => {
  expect(modulesPath([])).toBe('');
  expect(modulesPath([[false, false]])).toBe('');
  expect(
    modulesPath([
      [true, true, false, true],
      [false, true, true, false],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 1h2v1h-2z');
});
