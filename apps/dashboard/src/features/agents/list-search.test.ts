import { expect, it } from 'vitest';
import { readAgentSearch } from './list-search.ts';

it('reads what the list knows', () => {
  const search = { q: 'ada', status: 'inactive', model: 'builtin/echo', sort: '-name', cursor: 'abc' };
  expect(readAgentSearch(search)).toEqual(search);
});

it('leaves out what makes no sense, and the order that is usual anyway', () => {
  expect(readAgentSearch({ q: '', status: 'asleep', model: 7, sort: 'size', cursor: null })).toEqual({});
  expect(readAgentSearch({ sort: '-createdAt' })).toEqual({});
});
