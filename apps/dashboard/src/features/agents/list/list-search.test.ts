// @module-tag pure

import { expect, it } from 'vitest';
import { readAgentSearch } from './list-search.ts';

it('reads valid parameters', () => {
  const search = { q: 'ada', status: 'inactive', model: 'builtin/echo', sort: '-name' };
  expect(readAgentSearch(search)).toEqual(search);
});

it('drops invalid parameters and the default order', () => {
  expect(readAgentSearch({ q: '', status: 'asleep', model: {}, sort: 'size' })).toEqual({});
  expect(readAgentSearch({ sort: '-createdAt' })).toEqual({});
});
