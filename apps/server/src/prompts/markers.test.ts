// @module-tag pure

import { describe, expect, test } from 'vitest';
import { createMarkerReader, type Marked } from './markers.ts';

/** A text as it is read: the numbers of markers in braces. */
const shown = (pieces: readonly Marked[]) =>
  pieces.map((piece) => ('text' in piece ? piece.text : `{${piece.numbers.join()}}`)).join('');

const readIn = (parts: readonly string[]) => {
  const reader = createMarkerReader();
  return shown([...parts.flatMap((part) => reader.push(part)), ...reader.flush()]);
};

const cases: Readonly<Record<string, string>> = {
  'Two days [1].': 'Two days{1}.',
  'Two days[1], or three [2] [3].': 'Two days{1}, or three{2}{3}.',
  'Two days. [1, 3] More.': 'Two days.{1,3} More.',
  'A [1]b': 'A{1} b',
  '[1] Two days': '{1}Two days',
  'One\n[2] Two': 'One\n{2}Two',
  'A [2-4] and [^1] and 【3†source】.': 'A{2,3,4} and{1} and{3}.',
  'See [1](https://evil.example.com/x) now': 'See{1} now',
  'See [1](below) now': 'See{1}(below) now',
  'In [2024] and [0] and [x] and [1': 'In [2024] and [0] and [x] and [1',
  'A `b[1]` c [2]': 'A `b[1]` c{2}',
  '```js\na[1]\n``` b [2]': '```js\na[1]\n``` b{2}',
  'A ` b\nc [1]': 'A ` b\nc{1}',
  '需要两天[1]。然后[2]到。': '需要两天{1}。然后{2}到。',
  'End   ': 'End   ',
  'A [1]': 'A{1}',
  '': '',
};

describe('markers', () => {
  test.each(Object.entries(cases))('%j, whole and in pieces of every size', (text, expected) => {
    expect(readIn([text])).toBe(expected);
    for (let size = 1; size <= Math.min(8, text.length); size += 1) {
      const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(readIn(parts)).toBe(expected);
    }
  });

  test('what can’t become a marker is passed on at once', () => {
    const reader = createMarkerReader();
    expect(shown(reader.push('Two days [see'))).toBe('Two days [see');
    expect(shown(reader.push(' [1'))).toBe('');
    expect(shown(reader.push('0]'))).toBe('{10}');
    expect(shown(reader.push('.'))).toBe('.');
  });

  test('a long reply in one piece is read in linear time', () => {
    const text = `${'word [1]\n'.repeat(10_000)}${' '.repeat(20_000)}${'`'.repeat(20_000)}${'['.repeat(20_000)}`;
    expect(readIn([text]).length).toBeGreaterThan(100_000);
  });
});
