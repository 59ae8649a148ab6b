// @module-tag pure

import { expect, test } from 'vitest';
import { collectGarbage } from '../../../testing/memory/collect-garbage.ts';
import { createGrowingText } from './growing-text.ts';

test('is all of its pieces, however often it is read', () => {
  const text = createGrowingText();
  expect(text.read()).toBe('');
  let expected = '';
  for (let piece = 0; piece < 300; piece += 1) {
    text.add(`${piece} `);
    expected += `${piece} `;
    expect(text.length()).toBe(expected.length);
    if (piece % 50 === 0) expect(text.read()).toBe(expected);
  }
  expect(text.read()).toBe(expected);
});

test('takes little more memory than its characters', async () => {
  const used = async () => {
    await collectGarbage(3);
    return process.memoryUsage().heapUsed;
  };
  const pieces = 200_000;
  const taken: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const before = await used();
    const text = createGrowingText();
    // Each piece is a string of its own, as those of a model are.
    for (let piece = 0; piece < pieces; piece += 1) text.add(String.fromCharCode(97 + (piece % 26), 98, 99, 100));
    taken.push((await used()) - before);
    expect(text.length()).toBe(4 * pieces);
  }
  // Joined by `+=` it is at least 12 times its characters.
  expect(Math.min(...taken)).toBeLessThan(2 * 4 * pieces);
});
