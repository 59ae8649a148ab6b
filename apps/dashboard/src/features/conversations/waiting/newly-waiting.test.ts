// @module-tag pure

import { describe, expect, it } from 'vitest';
import { newlyWaiting, type Waiting } from './newly-waiting.ts';

const said = (role: 'user' | 'assistant') =>
  ({
    ...({ role, status: 'complete', content: 'Hello', createdAt: '2026-01-01T00:00:00.000Z' } as const),
    attachmentKind: null,
  }) as const;
const conversation = (_id: string, more: Partial<Waiting> = {}): Waiting => ({
  _id,
  takenBy: null,
  unread: true,
  lastMessage: said('user'),
  ...more,
});
const found = (items: readonly Waiting[], more: { isAll?: boolean; shown?: readonly string[] } = {}) => ({
  ...{ items, isAll: more.isAll ?? true, me: 'ada' },
  shown: new Set(more.shown ?? []),
});
const ids = (items: readonly Waiting[]) => items.map(({ _id }) => _id);

describe('what newly waits', () => {
  it('is told once until it is answered', () => {
    const told = new Set<string>();
    expect(ids(newlyWaiting(told, found([conversation('a'), conversation('b')])))).toEqual(['a', 'b']);
    expect(newlyWaiting(told, found([conversation('a'), conversation('b')]))).toEqual([]);
    expect(newlyWaiting(told, found([conversation('b')]))).toEqual([]);
    expect(ids(newlyWaiting(told, found([conversation('a'), conversation('b')])))).toEqual(['a']);
  });

  it('is a conversation with a new message that no one, or the user, has taken over', () => {
    const items = [
      conversation('failed', { lastMessage: said('assistant') }),
      conversation('mine', { takenBy: 'ada' }),
      conversation('just taken', { takenBy: 'ada', lastMessage: said('assistant') }),
      conversation('theirs', { takenBy: 'ben' }),
    ];
    expect(ids(newlyWaiting(new Set(), found(items)))).toEqual(['failed', 'mine']);
  });

  it('is what the user has not read, and no visible tab shows', () => {
    const told = new Set<string>();
    const items = [conversation('read', { unread: false }), conversation('shown')];
    expect(newlyWaiting(told, found(items, { shown: ['shown'] }))).toEqual([]);
    expect(ids(newlyWaiting(told, found([conversation('read'), conversation('shown')])))).toEqual(['read', 'shown']);
  });

  it('stays told if the list is cut before it', () => {
    const told = new Set(['old']);
    newlyWaiting(told, found([conversation('new')], { isAll: false }));
    expect(newlyWaiting(told, found([conversation('new'), conversation('old')]))).toEqual([]);
  });
});
