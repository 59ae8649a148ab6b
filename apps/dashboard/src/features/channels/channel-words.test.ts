// @module-tag pure

import { expect, it } from 'vitest';
import { stateOfKind, urlsOf } from './channel-words.ts';

const urls = { page: 'https://chat.example.com/chat/channel_1', script: 'https://chat.example.com/widget.js' };

it('a kind is as its worst channel is, and on if any is', () => {
  expect(stateOfKind([])).toBe('none');
  expect(stateOfKind([{ status: 'inactive' }])).toBe('inactive');
  expect(stateOfKind([{ status: 'inactive' }, { status: 'active' }])).toBe('active');
  expect(stateOfKind([{ status: 'active' }, { status: 'error' }])).toBe('error');
});

it('names the addresses in the order of the kind', () => {
  expect(urlsOf(urls, ['script', 'page', 'inbound']).map(({ label }) => label)).toEqual(['Widget script', 'Chat page']);
});
