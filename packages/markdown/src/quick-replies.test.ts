// @module-tag pure

import { expect, test } from 'vitest';
import { readQuickReplies } from './quick-replies.ts';

const block = (...lines: string[]) => ['```quick-replies', ...lines, '```'].join('\n');

test.each([
  ['a block at the end', `Which one?\n\n${block('Kettle', 'Toaster')}`, 'Which one?', ['Kettle', 'Toaster']],
  ['bullets, numbers and repeats', block('- Kettle', '2. Toaster', '', '* Kettle'), '', ['Kettle', 'Toaster']],
  ['a block in the middle', `A\n${block('Yes')}\nB`, 'A\nB', ['Yes']],
  ['tildes, and more backticks', '~~~ quick-replies\nYes\n~~~\n````quick-replies\nNo\n````', '', ['Yes', 'No']],
  ['no closing fence', 'A\n```quick-replies\nYes', 'A', ['Yes']],
  ['code that shows a block', `~~~md\n${block('Yes')}\n~~~`, `~~~md\n${block('Yes')}\n~~~`, []],
  ['another block of code', '```js\nquick-replies\n```', '```js\nquick-replies\n```', []],
  ['none', 'Just text', 'Just text', []],
])('%s', (_what, markdown, text, replies) => {
  expect(readQuickReplies(markdown)).toEqual({ text, replies });
});

test('what is beyond the bounds stays in the text', () => {
  const long = 'x'.repeat(81);
  const many = Array.from({ length: 11 }, (_, index) => `No ${index}`);
  const { text, replies } = readQuickReplies(block(long, ...many));
  expect(text).toBe(`- ${long}\n- No 10`);
  expect(replies).toEqual(many.slice(0, 10));
});

test('a reply that is being written never shows a part of the block', () => {
  const whole = `Which one?\n\n${block('Kettle', 'Toaster')}`;
  for (let length = 0; length <= whole.length; length += 1) {
    const { text } = readQuickReplies(whole.slice(0, length), true);
    expect('Which one?'.startsWith(text)).toBe(true);
  }
});
