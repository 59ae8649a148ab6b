// @module-tag pure

import { expect, it } from 'vitest';
import { readMetadata, showValue, writeMetadata } from './metadata-text.ts';

it('reads what it wrote', () => {
  const metadata = { order: 7, from: { page: '/prices' }, tags: ['a'] };
  expect(readMetadata(writeMetadata(metadata))).toEqual({ value: metadata });
  expect(writeMetadata({})).toBe('');
  expect(readMetadata('  \n')).toEqual({ value: {} });
});

it.each(['[1]', '"text"', 'null', '7'])('accepts only an object: %s', (typed) => {
  expect(readMetadata(typed)).toEqual({ wrong: 'Must be a JSON object: { … }.' });
});

it('explains invalid JSON', () => {
  expect(readMetadata('{ order: 7 }')).toMatchObject({ wrong: expect.stringMatching(/^Invalid JSON: .+\.$/) });
});

it('shows a value on one line', () => {
  expect([showValue('plain'), showValue(7), showValue({ a: [1] }), showValue(null)]).toEqual([
    'plain',
    '7',
    '{"a":[1]}',
    'null',
  ]);
});
