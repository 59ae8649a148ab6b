// @module-tag pure
import { describe, expect, test } from 'vitest';
import type { InboundMessage } from '../../../platforms/inbound-message.ts';
import { fold, quietMs } from './fold.ts';

const user = { id: 'ada' };

/** A waiting event that arrived at a time. */
const event = (id: string, message: Partial<InboundMessage>, at = 0, isFresh = true) => ({
  ...{ id: `event_${id}`, event: id, agent: 'agent_1', at, isFresh, asked: undefined },
  payload: JSON.stringify({ user, thread: null, text: '', ...message }),
});
const photo = (name: string) => ({ album: '9', attachments: [{ kind: 'image', name } as const] });

describe('waiting events', () => {
  test('of an album wait until no part has come for a while', () => {
    const [one, two] = [event('1', photo('a'), 100), event('2', photo('b'), 900)];
    const { withWords, wordless } = quietMs;
    expect(fold([one, two], 900)).toBe(900 + wordless);
    expect(fold([one, two], 900 + wordless)).toMatchObject({ album: '9', absorbed: ['event_2'] });
    const caption = event('3', { ...photo('c'), text: 'Which one?' }, 500);
    expect(fold([one, two, caption], 900)).toBe(900 + withWords);
  });

  test('of an album are one message in the order of the platform, whatever order they came in', () => {
    const parts = [
      ...[event('10', photo('c')), event('9', { ...photo('b'), text: 'Which one?' }), event('8', photo('a'))],
      ...[event('11', { text: 'Other' }), event('12', { ...photo('x'), album: '10' })],
    ] as const;
    const folded = fold(parts, quietMs.withWords);
    expect(folded).toMatchObject({
      ...{ absorbed: ['event_9', 'event_8'], album: '9' },
      message: { text: 'Which one?', attachments: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
    });
    expect(JSON.parse(JSON.stringify((folded as { message: object }).message))).not.toHaveProperty('album');
  });

  test('that edit one that no one has begun with replace its words; the newest counts', () => {
    const first = event('1', { key: 'm1', text: 'Old', quote: 'q' });
    const edits = ['New', 'Newest'].map((text, index) => event(`${index + 2}`, { edits: 'm1', text }));
    const other = event('7', { edits: 'm0', text: 'Other' });
    const message = { key: 'm1', text: 'Newest', quote: 'q' };
    expect(fold([first, ...edits, other], 0)).toMatchObject({ message, absorbed: ['event_2', 'event_3'] });
    expect(fold([{ ...first, isFresh: false }, ...edits], 0)).toMatchObject({ message: { text: 'Old' }, absorbed: [] });
    const [edit, ...newer] = edits;
    if (edit === undefined) throw new Error('There is no edit.');
    expect(fold([edit, ...newer], 0)).toMatchObject({
      message: { edits: 'm1', text: 'Newest' },
      absorbed: ['event_3'],
    });
  });

  test('that edit one that came after them are that one, in its place and without a word of the edit', () => {
    const [edit, newer] = ['New', 'Newest'].map((text, index) => event(`${index + 2}`, { edits: 'm1', text }));
    const original = event('1', { key: 'm1', text: 'Old', quote: 'q' });
    if (edit === undefined || newer === undefined) throw new Error('There is no edit.');
    const { message, absorbed } = fold([edit, newer, original], 0) as Exclude<ReturnType<typeof fold>, number>;
    expect(message).toEqual({ user, thread: null, key: 'm1', text: 'Newest', quote: 'q', attachments: undefined });
    expect(absorbed).toEqual(['event_3', 'event_1']);
    expect(fold([edit, original], 0)).toMatchObject({ message: { key: 'm1', text: 'New' }, absorbed: ['event_1'] });
  });

  test('without an album or an edit stay apart', () => {
    const [one, two] = [event('1', { text: 'One' }), event('2', { text: 'Two' })];
    expect(fold([one, two], 0)).toMatchObject({ message: { text: 'One' }, absorbed: [], album: undefined });
  });
});
