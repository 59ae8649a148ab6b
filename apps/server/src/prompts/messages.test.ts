// @module-tag pure

import { describe, expect, test } from 'vitest';
import type { MessagePart } from '../schemas/message-parts.ts';
import { messagesOf } from './messages.ts';
import { createWindow } from './window.ts';

const text = (said: string): MessagePart => ({ type: 'text', text: said });
const call = (callId: string): MessagePart => ({ type: 'tool-call', callId, name: 'look', arguments: { callId } });
const result = (callId: string, content = 'Found.'): MessagePart => ({
  ...{ type: 'tool-result', callId, name: 'look' },
  ...{ content, isError: false },
});
const called = (callId: string) => ({ callId, name: 'look', arguments: { callId } });
const returned = (callId: string, content = 'Found.') => ({ callId, name: 'look', content, isError: false });

describe('a reply in a prompt', () => {
  test('has a message for each step, and one for its results in the order of the calls', () => {
    const parts = [
      text('Hm.'),
      call('a'),
      call('b'),
      result('b'),
      result('a'),
      text('\n\nOn.'),
      call('c'),
      result('c'),
    ];
    expect(messagesOf([...parts, text('\n\nDone.')])).toEqual([
      { role: 'assistant', content: 'Hm.', calls: [called('a'), called('b')] },
      { role: 'tool', results: [returned('a'), returned('b')] },
      { role: 'assistant', content: 'On.', calls: [called('c')] },
      { role: 'tool', results: [returned('c')] },
      { role: 'assistant', content: 'Done.' },
    ]);
  });

  test('has no thoughts, wherever they are', () => {
    const thought: MessagePart = { type: 'reasoning', text: 'Which one?' };
    expect(messagesOf([thought, text('Hm.'), call('a'), thought, result('a'), thought, text('Done.')])).toEqual([
      { role: 'assistant', content: 'Hm.', calls: [called('a')] },
      { role: 'tool', results: [returned('a')] },
      { role: 'assistant', content: 'Done.' },
    ]);
    expect(messagesOf([thought])).toEqual([]);
  });

  test('has neither a call without a result, nor a result without a call', () => {
    expect(messagesOf([call('a'), result('x'), text('Well.'), call('b')])).toEqual([
      { role: 'assistant', content: 'Well.' },
    ]);
    expect(messagesOf([call('a'), call('b'), result('b')])).toEqual([
      { role: 'assistant', content: '', calls: [called('b')] },
      { role: 'tool', results: [returned('b')] },
    ]);
    expect(messagesOf([])).toEqual([]);
  });
});

describe('the context window, with tools', () => {
  const past = (role: string, content: string, parts: MessagePart[] | null = null) => ({
    ...{ id: 'msg', role, content, status: 'complete', createdAt: 0 },
    parts: parts && JSON.stringify(parts),
  });
  const reply = past('assistant', 'Done.', [call('a'), result('a', 'x'.repeat(400)), text('Done.')]);
  const history = [past('user', 'And?'), reply, past('user', 'Go')];
  const rolesIn = (contextTokens: number, more: object = {}) => {
    const window = createWindow('', { contextTokens, estimate: ({ length }) => length, withTools: true, ...more });
    history.every(window.take);
    return window.messages().map(({ role }) => role);
  };

  test('has the calls if they fit, else the text of the reply alone, else nothing older', () => {
    expect(rolesIn(1_000)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect(rolesIn(200)).toEqual(['user', 'assistant', 'user']);
    expect(rolesIn(30)).toEqual(['user']);
  });

  test('leaves room for the steps of the reply under way, which are whole', () => {
    const steps = messagesOf([call('b'), result('b', 'y'.repeat(300))]);
    expect(rolesIn(1_000, { steps })).toEqual(['user', 'assistant', 'user', 'assistant', 'tool']);
    expect(rolesIn(100, { steps })).toEqual(['user', 'assistant', 'tool']);
  });
});
