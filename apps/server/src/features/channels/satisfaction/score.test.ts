// @module-tag pure
import { expect, test } from 'vitest';
import { scoreOf } from './score.ts';

test.each([
  ...([
    ['1', 1],
    [' 5 ', 5],
    ['4.', 4],
    ['3!', 3],
    ['5/5', 5],
    ['2 / 5', 2],
  ] as const),
  ...([
    ['٤', 4],
    ['۵', 5],
    ['३', 3],
    ['২', 2],
    ['５', 5],
    ['5️⃣', 5],
    ['①', 1],
  ] as const),
  ...([
    ['⭐⭐⭐⭐⭐', 5],
    ['⭐️⭐️', 2],
    ['★★★☆☆', 3],
    ['🌟', 1],
  ] as const),
])('%s is %i', (text, score) => {
  expect(scoreOf(text)).toBe(score);
});

test.each([
  '',
  '0',
  '6',
  '10',
  '55',
  '1-5',
  '4/10',
  '5 stars',
  'my order 5',
  '-3',
  '3.5',
  '★☆',
  '⭐⭐⭐⭐⭐⭐',
  '5\n5',
])('%j is no score', (text) => {
  expect(scoreOf(text)).toBeUndefined();
});
