// @module-tag pure

import { expect, it } from 'vitest';
import { metadataOf, rowsOf, validateRows } from './metadata-rows.ts';

it('every value comes back as it was, whatever its type', () => {
  const metadata = { region: 'eu', stars: 5, tags: ['faq', 'new'], public: true, none: null, text: '5', quoted: '"a"' };
  const rows = rowsOf(metadata);
  expect(rows.map(({ value }) => value)).toEqual(['eu', '5', '["faq","new"]', 'true', 'null', '"5"', '"\\"a\\""']);
  expect(metadataOf(rows)).toEqual(metadata);
});

it('rows that stay empty are left out, and keys are needed once each', () => {
  const row = (key: string, value: string) => ({ id: 1, key, value });
  expect(metadataOf([row(' region ', 'eu'), row('', ' ')])).toEqual({ region: 'eu' });
  expect(validateRows([row('', '')])).toBe(null);
  expect(validateRows([row('', 'eu')])).toBe('Each value needs a key.');
  expect(validateRows([row('a', '1'), row(' a', '2')])).toBe('The key “a” is there twice.');
});
