// @module-tag pure

import { expect, it } from 'vitest';
import { exportAddress, isFiltered, readConversationSearch, toFilters } from './list-search.ts';

const whole = {
  view: 'waiting',
  q: 'refund',
  agent: 'agent_1',
  channel: 'channel_1',
  status: 'human',
  user: 'visitor 7',
  rating: 'negative',
  tag: 'Größe, L',
  playground: 'with',
  after: '2026-11-01',
  before: '2026-11-21',
  sort: 'createdAt',
} as const;

it('reads valid parameters', () => {
  expect(readConversationSearch(whole)).toEqual(whole);
  expect(readConversationSearch({ user: 42 })).toEqual({ user: '42' });
});

it('drops invalid parameters and the default order', () => {
  const nonsense = { q: '', status: 'asleep', rating: 5, after: 'yesterday', before: '2026-13-40', sort: 'size' };
  expect(readConversationSearch(nonsense)).toEqual({});
  expect(readConversationSearch({ sort: '-lastMessageAt' })).toEqual({});
});

it('maps the filters to API parameters; days are whole days of the browser’s time zone', () => {
  expect(toFilters('ws_1', whole)).toEqual({
    workspaceId: 'ws_1',
    waiting: true,
    snoozed: false,
    q: 'refund',
    agentId: 'agent_1',
    channelId: 'channel_1',
    status: 'human',
    userId: 'visitor 7',
    rating: 'negative',
    tag: 'Größe, L',
    createdAfter: new Date(2026, 10, 1).toISOString(),
    createdBefore: new Date(2026, 10, 22).toISOString(),
  });
  const all = { workspaceId: 'ws_1', playground: false };
  expect(toFilters('ws_1', {})).toEqual(all);
  expect(toFilters('ws_1', { playground: 'only' })).toEqual({ workspaceId: 'ws_1', playground: true });
  expect(toFilters('ws_1', { view: 'mine' })).toEqual({ ...all, assignee: 'me', snoozed: false });
  expect(toFilters('ws_1', { view: 'failed' })).toEqual({ ...all, failed: true });
  expect(toFilters('ws_1', { view: 'negative' })).toEqual({ ...all, rating: 'negative' });
});

it('exports the filtered list', () => {
  const address = exportAddress(toFilters('ws_1', { user: 'a&b', status: 'open' }), 'csv');
  expect(address).toBe(
    '/api/conversations/export?format=csv&workspaceId=ws_1&status=open&userId=a%26b&playground=false',
  );
});

it('knows whether a filter is set', () => {
  expect(isFiltered({ sort: 'createdAt', view: 'failed' })).toBe(false);
  expect(isFiltered({ user: 'ada' })).toBe(true);
});

it('puts the filters of the address on top of those of a saved view', () => {
  const saved = { tag: 'shipping', team: 'team_1', sort: 'createdAt' } as const;
  expect(toFilters('ws_1', { tag: 'late' }, saved)).toEqual({ workspaceId: 'ws_1', tag: 'late', team: 'team_1' });
  expect(toFilters('ws_1', { playground: 'with' }, { playground: false })).toEqual({ workspaceId: 'ws_1' });
  expect(toFilters('ws_1', {}, { playground: true })).toEqual({ workspaceId: 'ws_1', playground: true });
});

it('a saved view takes the place of a built-in one', () => {
  const saved = 'view_01kg9wj4d8e7xt2m6b9r1k5q3h';
  expect(readConversationSearch({ saved, view: 'mine' })).toEqual({ saved });
  expect(readConversationSearch({ saved: 'agent_1', view: 'mine' })).toEqual({ view: 'mine' });
  expect(isFiltered({ saved })).toBe(false);
});
