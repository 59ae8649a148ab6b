// @module-tag pure

import { expect, it } from 'vitest';
import { readSourceSearch } from './list-search.ts';

it('reads what the address may say, and drops the rest', () => {
  expect(readSourceSearch({ q: 42, type: 'website', status: 'failed', sort: 'name', other: 1 })).toEqual({
    q: '42',
    type: 'website',
    status: 'failed',
    sort: 'name',
  });
  expect(readSourceSearch({ q: '', type: 'film', status: [], sort: '-createdAt' })).toEqual({});
});
