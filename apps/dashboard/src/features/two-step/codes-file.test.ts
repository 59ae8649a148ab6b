// @module-tag pure

import { expect, it } from 'vitest';
import { codesFile } from './codes-file.ts';

it('the file of recovery codes says what they are for, and has one code a line', () => {
  const lines = codesFile(['4k7xq-9m2rd', 'aaaaa-bbbbb'], 'parley.example.com').split('\n');
  expect(lines[0]).toBe('Recovery codes for Parley at parley.example.com');
  expect(lines.slice(-3)).toEqual(['4k7xq-9m2rd', 'aaaaa-bbbbb', '']);
});
