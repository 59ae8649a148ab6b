// @module-tag pure

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longText, partsOf } from './long-text.ts';

/** Pieces as a unit and its number of repeats. A failure shows these instead of a text. */
const parts = fc.array(fc.tuple(fc.constantFrom('a', 'ß漢', '😀x'), fc.integer({ min: 1, max: 4_000 })), {
  minLength: 1,
  maxLength: 12,
});

/** Pieces that are together more than one join takes. */
const piecesOf = (made: readonly (readonly [string, number])[]): string[] => [
  ...made.map(([unit, times]) => unit.repeat(times)),
  'z'.repeat(280_000),
];

test('a text of pieces has the parts of the whole', () => {
  fc.assert(
    fc.property(parts, fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 20 }), (made, places) => {
      const some = piecesOf(made);
      const whole = some.join('');
      const text = longText(some);
      expect(typeof text).toBe('object');
      expect(text.length).toBe(whole.length);
      let at = 0;
      // Ranges that begin or end between two pieces, too.
      const edges = some.map((piece) => (at += piece.length));
      for (const [one, other] of [...places, ...edges.map((edge, index) => [edge, edges[index + 1] ?? 0] as const)]) {
        const [start = 0, end = 0] = [one % (whole.length + 1), other % (whole.length + 1)].sort((a, b) => a - b);
        expect(text.slice(start, end) === whole.slice(start, end), `${start} to ${end}`).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});

test('a short text is a string', () => {
  expect(longText(['a', '', 'b'])).toBe('ab');
  expect(longText([])).toBe('');
});

test('parts are together the whole, have a length at most, and cut no character', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1_000, max: 100_000 }), (made, most) => {
      const some = piecesOf(made);
      const cut = [...partsOf(longText(some), most)];
      expect(cut.join('') === some.join('')).toBe(true);
      expect(Math.max(...cut.map((part) => part.length))).toBeLessThanOrEqual(most);
      expect(cut.every((part) => part.isWellFormed())).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('no part of an empty text', () => {
  expect([...partsOf('', 2)]).toEqual([]);
});
