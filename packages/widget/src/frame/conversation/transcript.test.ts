// @module-tag pure

import type { Message } from '@parley/sdk';
import { expect, it } from 'vitest';
import { emptyTranscript, withEvent, withStored } from './transcript.ts';

const message = (number: number, part: Partial<Message> = {}): Message => ({
  ...{ _id: `msg_${number}`, conversation: 'conv_1', role: 'assistant', content: '', status: 'complete', author: null },
  ...{
    clientMessageId: null,
    replyTo: null,
    citations: [],
    parts: [],
    model: null,
    fallbacks: [],
    usage: null,
    firstTokenMs: null,
  },
  ...{ latencyMs: null, feedback: null, feedbackComment: null, finishReason: null, error: null },
  attachments: [],
  createdAt: `2026-01-31T09:30:0${number}.000Z`,
  updatedAt: `2026-01-31T09:30:0${number}.000Z`,
  ...part,
});
const event = (name: string, data: object) => ({ id: '1', name, data: data as Record<string, unknown> });
const ids = (messages: readonly Message[]) => messages.map(({ _id }) => _id);

it('grows by events, and is the same if the reply is sent from its start again', () => {
  const created = event('message.created', { message: message(2, { status: 'streaming' }) });
  const deltas = ['It ', 'takes'].map((text) => event('message.delta', { message: 'msg_2', text }));
  const once = [created, ...deltas].reduce(withEvent, emptyTranscript);
  expect(once.messages[0]?.content).toBe('It takes');
  expect([created, ...deltas].reduce(withEvent, once)).toEqual(once);
  const quote = event('citation', { message: 'msg_2', title: 'Shipping', quote: 'Two days.' });
  expect(withEvent(once, quote).messages[0]?.citations).toHaveLength(1);
});

it('ignores events that it does not know, and changes of messages that it does not have', () => {
  const other = message(1);
  const before = withStored(emptyTranscript, [other]);
  for (const each of [
    event('tool.call', { message: 'msg_1' }),
    event('else', {}),
    event('message.failed', { message: null }),
  ]) {
    expect(withEvent(before, each)).toBe(before);
  }
  expect(withEvent(before, event('message.delta', { message: 'msg_7', text: 'x' })).messages).toEqual([other]);
});

it('has stored messages in their order, whichever page came first', () => {
  const newest = withStored(emptyTranscript, [message(3), message(4)]);
  expect(ids(withStored(newest, [message(1), message(2)]).messages)).toEqual(['msg_1', 'msg_2', 'msg_3', 'msg_4']);
});

it('keeps what the stream told of a message, unless the stored one is newer', () => {
  const streaming = message(2, { status: 'streaming', content: 'It takes' });
  const told = withStored(emptyTranscript, [streaming]);
  expect(withStored(told, [message(2, { status: 'streaming', content: 'It' })]).messages).toEqual([streaming]);
  const ended = message(2, { content: 'It takes two days.' });
  expect(withStored(told, [ended]).messages).toEqual([ended]);
  const rated = message(2, { feedback: 'positive', updatedAt: '2026-01-31T09:31:00.000Z' });
  expect(withStored(withStored(emptyTranscript, [ended]), [rated]).messages).toEqual([rated]);
});
