// @module-tag pure

import { describe, expect, test } from 'vitest';
import { textOfMessage } from '../models/model.ts';
import type { PastMessage } from './messages.ts';
import { createWindow } from './window.ts';

/** One token per character, so that the budget is easy to calculate. */
const estimate = (text: string) => text.length;

const past = (role: string, content: string): PastMessage => ({
  ...{ id: 'msg', role, content, parts: null, status: 'complete', createdAt: 0 },
});
const choose = (system: string, contextTokens: number, newestFirst: readonly PastMessage[]) => {
  const window = createWindow(system, { contextTokens, estimate });
  newestFirst.every(window.take);
  return window.messages().map((message) => `${message.role}: ${textOfMessage(message)}`);
};

describe('the context window', () => {
  test('holds all messages if they fit, oldest first, with a person’s messages in the agent’s role', () => {
    const messages = [past('user', 'c'), past('human', 'b'), past('assistant', 'ab'), past('user', 'a')];
    expect(choose('s', 1_000, messages)).toEqual(['user: a', 'assistant: ab', 'assistant: b', 'user: c']);
  });

  test('leaves out the oldest messages, and replies whose question is left out', () => {
    // (1000 − 250) × 0.9 − 0 − 4 = 671 tokens, and each message costs 104.
    const messages = Array.from({ length: 11 }, (_, index) =>
      past(index % 2 === 0 ? 'user' : 'assistant', String(index).padEnd(100, '.')),
    );
    const fitted = choose('', 1_000, messages);
    expect(fitted.map((text) => text.replaceAll('.', ''))).toEqual([
      'user: 4',
      'assistant: 3',
      'user: 2',
      'assistant: 1',
      'user: 0',
    ]);
  });

  test('counts the system prompt whole, and always keeps the question', () => {
    expect(
      choose('s'.repeat(900), 1_000, [past('user', 'b'.repeat(2_000)), past('assistant', 'a'), past('user', 'a')]),
    ).toEqual([`user: ${'b'.repeat(2_000)}`]);
  });

  test('leaves out empty messages, except the question', () => {
    const messages = [past('user', ' '), past('assistant', ''), past('user', '\n'), past('user', 'a')];
    expect(choose('', 1_000, messages)).toEqual(['user: a', 'user:  ']);
  });

  test('stops at the first message that doesn’t fit, so that there are no gaps', () => {
    const messages = [past('user', 'd'), past('assistant', 'c'.repeat(2_000)), past('user', 'b'), past('user', 'a')];
    expect(choose('', 1_000, messages)).toEqual(['user: d']);
  });

  test('reads so many tokens of earlier messages, and the beginning and end of long ones of the user', () => {
    const reads = { characters: 10, historyTokens: 40 };
    const window = createWindow('', { contextTokens: 10_000, estimate, reads });
    const messages = [
      ...[past('user', `${'e'.repeat(1_300)}end`), past('assistant', 'd'.repeat(12)), past('user', '🎈'.repeat(9))],
      ...[past('assistant', 'b'), past('user', 'a')],
    ];
    messages.every(window.take);
    expect(window.messages().map(textOfMessage)).toEqual([
      // The replies cost 12 + 4 and 18 + 4 tokens; the next one doesn't fit into 40.
      '🎈'.repeat(9),
      'd'.repeat(12),
      `${'e'.repeat(7)}\n[1,293 characters were left out here.]\nend`,
    ]);
  });
});
