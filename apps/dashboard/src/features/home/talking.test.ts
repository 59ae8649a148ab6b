// @module-tag pure

import type { ListedConversation } from '@parley/sdk';
import { expect, it } from 'vitest';
import { latestCount, talkingNow } from './talking.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const talk = (secondsAgo: number | null, more: Partial<ListedConversation> = {}) =>
  ({
    playground: false,
    turn: null,
    lastMessageAt: secondsAgo === null ? null : new Date(now - secondsAgo * 1_000).toISOString(),
    ...more,
  }) as ListedConversation;

it('keeps what has a message of the last minutes, or a reply in progress', () => {
  const [recent, old, busy] = [talk(299), talk(301), talk(4_000, { turn: 'msg_1' })];
  expect(talkingNow([recent, talk(null), old, busy], now)).toEqual({ items: [recent, busy], isMore: false });
});

it('leaves out the playground', () => {
  expect(talkingNow([talk(1, { playground: true })], now).items).toEqual([]);
});

it('knows that there may be more', () => {
  const latest = Array.from({ length: latestCount }, (_, index) => talk(index));
  expect(talkingNow(latest, now)).toMatchObject({ items: latest, isMore: true });
  expect(talkingNow([...latest.slice(1), talk(400)], now).isMore).toBe(false);
});
