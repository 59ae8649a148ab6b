import { expect, it } from 'vitest';
import { exportAddress, isFiltered, readConversationSearch, toFilters } from './list-search.ts';

const whole = {
  q: 'refund',
  agent: 'agent_1',
  channel: 'chan_1',
  status: 'human',
  user: 'visitor 7',
  rating: 'negative',
  after: '2026-11-01',
  before: '2026-11-21',
  sort: 'createdAt',
} as const;

it('reads what the list knows', () => {
  expect(readConversationSearch(whole)).toEqual(whole);
  expect(readConversationSearch({ user: 42 })).toEqual({ user: '42' });
});

it('leaves out what makes no sense, and the order that is usual anyway', () => {
  const nonsense = { q: '', status: 'asleep', rating: 5, after: 'yesterday', before: '2026-13-40', sort: 'size' };
  expect(readConversationSearch(nonsense)).toEqual({});
  expect(readConversationSearch({ sort: '-lastMessageAt' })).toEqual({});
});

it('names the filters as the service does; days are whole ones of the browser’s time zone', () => {
  expect(toFilters('ws_1', whole)).toEqual({
    workspaceId: 'ws_1',
    q: 'refund',
    agentId: 'agent_1',
    channelId: 'chan_1',
    status: 'human',
    userId: 'visitor 7',
    rating: 'negative',
    createdAfter: new Date(2026, 10, 1).toISOString(),
    createdBefore: new Date(2026, 10, 22).toISOString(),
  });
  expect(toFilters('ws_1', {})).toEqual({ workspaceId: 'ws_1' });
});

it('exports what is listed', () => {
  const address = exportAddress(toFilters('ws_1', { user: 'a&b', status: 'open' }), 'csv');
  expect(address).toBe('/api/conversations/export?format=csv&workspaceId=ws_1&status=open&userId=a%26b');
});

it('knows whether anything is filtered', () => {
  expect(isFiltered({ sort: 'createdAt' })).toBe(false);
  expect(isFiltered({ user: 'ada' })).toBe(true);
});
