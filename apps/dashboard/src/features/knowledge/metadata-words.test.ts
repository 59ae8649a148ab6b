// @module-tag pure

import { expect, it } from 'vitest';
import { metadataWords, readFilter } from './metadata-words.ts';

it.each([
  ['', undefined],
  [' , ', undefined],
  ['region=eu', { region: 'eu' }],
  [' region = eu , stars=5,', { region: 'eu', stars: '5' }],
  ['formula=a=b', { formula: 'a=b' }],
  ['note=', { note: '' }],
  ['region', 'wrong'],
  ['=eu', 'wrong'],
  ['region=eu, stars', 'wrong'],
])('%j is read as %j', (typed, filter) => {
  expect(readFilter(typed)).toEqual(filter);
});

it('metadata is shown as a filter is typed', () => {
  expect(metadataWords({})).toBe('');
  expect(metadataWords({ region: 'eu', stars: 5, public: true, tags: ['a', 'b'], none: null, more: { a: 1 } })).toBe(
    'region=eu, stars=5, public=true, tags=a or b, none=null, more={"a":1}',
  );
});
