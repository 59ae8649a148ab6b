// @module-tag pure

import { expect, it } from 'vitest';
import { placeSearch, readPlaceSearch } from './place-search.ts';

it('a place goes into the address and comes out of it', () => {
  const search = placeSearch({ document: 'doc_1', chunk: 7, start: 120, end: 150 });
  expect(readPlaceSearch({ ...search })).toEqual({ document: 'doc_1', chunk: 7, from: 120, to: 150 });
});

it('what makes no sense is dropped', () => {
  expect(readPlaceSearch({ document: 4, chunk: -1, from: 9, to: 2 })).toEqual({});
  expect(placeSearch({})).toEqual({});
});
