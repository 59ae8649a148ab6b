// @module-tag pure

import { expect, it } from 'vitest';
import { freeName } from './free-name.ts';

it('suggests the first name that no other passkey has', () => {
  expect(freeName('Chrome on Linux', [])).toBe('Chrome on Linux');
  expect(freeName('Chrome on Linux', ['Chrome on Linux', 'Chrome on Linux 3'])).toBe('Chrome on Linux 2');
});
