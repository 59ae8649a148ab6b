// @module-tag pure

import type { MessageDelivery } from '@parley/sdk';
import { expect, it } from 'vitest';
import { canSendAgain, pollingInterval, reasonOf } from './delivery-words.ts';

const delivery: MessageDelivery = {
  message: 'msg_1',
  conversation: 'conv_1',
  channel: 'channel_1',
  state: 'sent',
  error: null,
  attempts: 1,
  createdAt: '2026-11-25T10:00:00.000Z',
  updatedAt: '2026-11-25T10:00:01.000Z',
};
const error = { code: 'unreachable', message: 'Telegram could not be reached.' };

it('says why a message is not through, and nothing of one that is', () => {
  expect(reasonOf(delivery)).toBeUndefined();
  expect(reasonOf({ ...delivery, state: 'delivered', error })).toBeUndefined();
  expect(reasonOf({ ...delivery, state: 'queued' })).toBeUndefined();
  expect(reasonOf({ ...delivery, state: 'queued', error, attempts: 2 })).toBe(
    'Telegram could not be reached. It will be retried. 2 attempts so far.',
  );
  expect(reasonOf({ ...delivery, state: 'queued', error, attempts: 0 })).toBe(
    'Telegram could not be reached. It will be retried.',
  );
  expect(reasonOf({ ...delivery, state: 'failed', error })).toBe('Telegram could not be reached.');
  expect(reasonOf({ ...delivery, state: 'unknown' })).toBeUndefined();
});

it('sends again what failed or isn’t known', () => {
  const states = ['queued', 'sent', 'delivered', 'failed', 'unknown'] as const;
  expect(states.filter((state) => canSendAgain({ ...delivery, state }))).toEqual(['failed', 'unknown']);
});

it('asks often only while something is on its way', () => {
  const now = Date.parse(delivery.createdAt) + 5_000;
  const newest = { message: 'msg_1', createdAt: delivery.createdAt };
  const idle = pollingInterval([delivery], newest, now);
  expect(pollingInterval([], undefined, now)).toBe(idle);
  expect(pollingInterval([{ ...delivery, state: 'failed' }], newest, now)).toBe(idle);
  expect(pollingInterval([{ ...delivery, state: 'queued' }], undefined, now)).toBeLessThan(idle);
  // The newest message has no delivery yet, or never gets one.
  expect(pollingInterval([], newest, now)).toBeLessThan(idle);
  expect(pollingInterval([], newest, now + 60_000)).toBe(idle);
});
