// @module-tag pure

import { expect, it } from 'vitest';
import { userName } from './user-name.ts';

it('an unknown visitor has a short name, a user of a caller their own ID', () => {
  expect(userName('visitor_01m852v23ce5brdfm1aam5z6g4')).toBe('Visitor m5z6g4');
  expect(userName('visitor_7')).toBe('visitor_7');
  expect(userName('customer-7')).toBe('customer-7');
  expect(userName(null)).toBeUndefined();
});
