import { expect, test } from 'vitest';
import { shownText, shownValue } from '../../../ui/page/shown-text.ts';
import { lineDiff } from './line-diff.ts';

const marks = { same: ' ', before: '-', after: '+', 'left-out': '…' } as const;
const drawn = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${marks[kind]}${text}`);
const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`);

test('removed lines come before those that replace them, with two same lines around', () => {
  expect(drawn('a\nb\nc', 'a\nB\nc')).toEqual([' a', '-b', '+B', ' c']);
  expect(drawn('one', 'another')).toEqual(['-one', '+another']);
  const old = [...numbered(1, 20), 'x', ...numbered(21, 40)].join('\n');
  expect(drawn(old, numbered(1, 40).join('\n'))).toEqual([
    ...['…18 lines that are the same', ' 19', ' 20', '-x', ' 21', ' 22', '…18 lines that are the same'],
  ]);
});

test('the lines of either kind together are always the two texts', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const texts = [seed, seed * 7].map((from) =>
      Array.from({ length: (from % 5) + 1 }, (_, index) => 'abc'[(from * (index + 3)) % 3]).join('\n'),
    );
    const [before = '', after = ''] = texts;
    // Short texts have nothing that is left out beside a change.
    const lines = lineDiff(before, after).filter(({ kind }) => kind !== 'left-out');
    const of = (other: string) => lines.filter(({ kind }) => kind !== other).map(({ text }) => text);
    if (before === after) continue;
    expect(before.endsWith(of('after').join('\n'))).toBe(true);
    expect(after.endsWith(of('before').join('\n'))).toBe(true);
  }
});

test('very long texts are shown as changed, not compared line by line', () => {
  const long = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join('\n');
  expect(lineDiff(long('a'), long('b'))).toHaveLength(40_000);
});

test('invisible characters show as escapes, and the order of names makes no difference', () => {
  expect(shownText('Reads.\u200b\u{e0041}\u202e ✈\ufe0f\n\tOk')).toBe(
    'Reads.\\u{200b}\\u{e0041}\\u{202e} ✈\ufe0f\n\tOk',
  );
  expect(shownValue({ b: { d: 1, c: [2] }, a: 'x' })).toBe(shownValue({ a: 'x', b: { c: [2], d: 1 } }));
});
