// @module-tag pure

import type { Channel } from '@parley/sdk';
import { expect, it } from 'vitest';
import { type Codec, changesOf, isChanged, sharedFields, validateChannel, valuesOf } from './channel-values.ts';

interface Settings {
  title: string;
  theme: { accent?: string };
}
const codec: Codec<Settings> = {
  toForm: (settings) => ({ title: '', theme: {}, ...settings }),
  toSettings: (values) => ({ ...values }),
  validate: ({ title }) => (title === 'bad' ? { title: 'Must be good.' } : {}),
};
const channel: Channel = {
  _id: 'channel_1',
  agent: 'agent_1',
  workspace: 'ws_1',
  type: 'widget',
  name: 'Shop',
  externalId: null,
  metadata: {},
  status: 'error',
  settings: { title: 'Help', theme: {} },
  offlineMessage: null,
  limits: {
    ...{ visitorMessagesPerDay: 100, messagesPerDay: null, message: null },
    ...{ addressPercent: 10, messageLength: 4_000, historyTokens: null },
  },
  urls: {},
  picture: null,
  lastEventAt: null,
  lastCheckedAt: null,
  lastError: null,
  createdAt: '2026-11-23T10:00:00.000Z',
  updatedAt: '2026-11-23T10:00:00.000Z',
};
const before = valuesOf(channel, codec);

it('shows a channel in error as switched on, and sends nothing if nothing has changed', () => {
  expect(before).toMatchObject({ isActive: true, offlineMessage: '', limits: { messagesPerDay: '' } });
  expect(changesOf(before, before, codec)).toEqual({});
  expect(isChanged({})).toBe(false);
});

it('sends only what has changed, down to the single limit and setting', () => {
  const after = {
    ...before,
    name: ' Shop 2 ',
    isActive: false,
    limits: { ...before.limits, visitorMessagesPerDay: '' as const, message: 'Come back tomorrow.' },
    settings: { ...before.settings, theme: { accent: '#0b5fff' } },
  };
  expect(changesOf(after, before, codec)).toEqual({
    name: 'Shop 2',
    status: 'inactive',
    limits: { visitorMessagesPerDay: null, message: 'Come back tomorrow.' },
    settings: { theme: { accent: '#0b5fff' } },
  });
});

it('says what is wrong, by the path of the field', () => {
  const wrong = {
    ...before,
    name: ' ',
    limits: {
      ...{ visitorMessagesPerDay: 0, messagesPerDay: 1.5, message: 'x'.repeat(501) },
      ...{ addressPercent: 101, messageLength: '' as const, historyTokens: -1 },
    },
    settings: { title: 'bad', theme: {} },
  };
  expect(validateChannel(wrong, codec)).toEqual({
    name: 'Enter a name.',
    'limits.visitorMessagesPerDay': 'Must be a whole number from 1 to 1,000,000, or empty.',
    'limits.messagesPerDay': 'Must be a whole number from 1 to 1,000,000, or empty.',
    'limits.addressPercent': 'Must be a whole number from 1 to 100.',
    'limits.messageLength': 'Must be a whole number from 1 to 100,000.',
    'limits.historyTokens': 'Must be a whole number from 0 to 1,000,000, or empty.',
    'limits.message': 'Must have at most 500 characters.',
    'settings.title': 'Must be good.',
  });
  expect(validateChannel(before, codec)).toEqual({});
});

it('names the fields, limits and settings that both have changed', () => {
  const mine = { name: 'Shop', limits: { messagesPerDay: 5 }, settings: { title: 'Help', theme: {} } };
  expect(sharedFields(mine, {})).toEqual([]);
  expect(sharedFields(mine, { status: 'inactive', settings: { greeting: 'Hello' } })).toEqual([]);
  expect(sharedFields(mine, { name: 'Store', limits: { messagesPerDay: 7 }, settings: { title: 'Ask' } })).toEqual([
    'name',
    'messagesPerDay',
    'title',
  ]);
});
