import { expect, it } from 'vitest';
import { sharedFields } from './save-over.ts';

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
