// @module-tag pure

import { expect, it } from 'vitest';
import { readAddress, validateAddress } from './address.ts';

it('reads an address as a user means it', () => {
  expect(readAddress(' example.com/help ')?.href).toBe('https://example.com/help');
  expect(readAddress('http://example.com')?.href).toBe('http://example.com/');
});

it.each(['', 'help', 'ftp://example.com', 'mailto:ada@example.com', 'https://'])('%j is no address', (typed) => {
  expect(readAddress(typed)).toBeUndefined();
  expect(validateAddress(typed)).not.toBeNull();
});
