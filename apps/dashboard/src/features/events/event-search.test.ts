// @module-tag pure

import { expect, it } from 'vitest';
import { eventExport, isFiltered, readEventSearch, toEventFilters } from './event-search.ts';

const whole = { group: 'agents', agent: 'agent_1', actor: 'user_1', after: '2026-11-01', before: '2026-11-21' };

it('reads valid parameters, and drops the others', () => {
  expect(readEventSearch({ ...whole, scope: 'account' })).toEqual({ ...whole, scope: 'account' });
  expect(readEventSearch({ scope: 'world', agent: 'ws_1', actor: '', after: 'yesterday', before: 7 })).toEqual({});
});

it('maps the filters to API parameters; days are whole days of the browser’s time zone', () => {
  expect(toEventFilters('ws_1', whole, 'agent.*')).toEqual({
    workspaceId: 'ws_1',
    types: 'agent.*',
    agentId: 'agent_1',
    actor: 'user_1',
    createdAfter: new Date(2026, 10, 1).toISOString(),
    createdBefore: new Date(2026, 10, 22).toISOString(),
  });
  expect(toEventFilters('ws_1', { scope: 'account' }, undefined)).toEqual({});
});

it('exports what is shown', () => {
  const address = eventExport(toEventFilters('ws_1', { actor: 'a&b' }, 'agent.*'), 'csv');
  expect(address).toBe('/api/events/export?format=csv&workspaceId=ws_1&types=agent.*&actor=a%26b');
});

it('knows whether a filter is set', () => {
  expect(isFiltered({ scope: 'account' })).toBe(false);
  expect(isFiltered({ actor: 'system' })).toBe(true);
});
