// @module-tag pure

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { termRules } from '../../text/terms.ts';
import { countAt, postingsAt, readPostings, wordTerm } from './codec.ts';
import { mergeOf } from './merge.ts';
import { segmentOf } from './reader.ts';
import { type BuiltSegment, buildSegment, type IndexedChunk } from './segment.ts';

const words = ['apple', 'pear', 'plum', 'Straße', 'дом', '退货', 'ปลา', 'x', '2024'];
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((list) => list.join(' '));
const chunks = (most: number) =>
  fc.array(fc.tuple(text, fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: most });

/** Chunks with ascending numbers from one on. */
const numbered = (list: readonly (readonly [string, number])[], from: number): IndexedChunk[] => {
  let number = from;
  return list.map(([own, gap]) => {
    number += gap;
    return { number, text: own, headings: ['Part'], title: 'Title' };
  });
};

const decoded = (built: BuiltSegment, segment: number) => segmentOf('source', { ...built, segment, rules: termRules });
const rowsOf = (built: BuiltSegment, slots: readonly number[]) => slots.map((slot) => built.rows[slot]?.postings ?? '');

/** All rows of a merge, in the order of their slots. */
function mergedRows(parts: readonly BuiltSegment[], plan: ReturnType<typeof mergeOf>) {
  const rows = Array.from({ length: plan.steps }, (_, step) =>
    plan.rows(
      step,
      parts.map((built, index) => rowsOf(built, plan.slotsOf(decoded(built, index), step))),
    ),
  ).flat();
  return rows.sort((one, other) => one.slot - other.slot);
}

describe('segments', () => {
  test('count a text’s own words twice as much as the headings above it', () => {
    const built = buildSegment([{ number: 7, text: 'pear pear', headings: ['apple'], title: 'apple' }]);
    const room = { places: new Int32Array(1), counts: new Int32Array(1) };
    const countOf = (word: string) => {
      const row = built.rows[0]?.postings ?? '';
      readPostings(row, postingsAt(row, wordTerm(word)), room);
      return room.counts[0];
    };
    expect([countOf('pear'), countOf('apple')]).toEqual([4, 1]);
    expect(built).toMatchObject({ first: 7, chunks: 1, slots: 1 });
    expect(decoded(built, 7)).toMatchObject({ numbers: Int32Array.of(7), words: Int32Array.of(5) });
  });

  test('merge into what would have been built of all their chunks at once', () => {
    fc.assert(
      fc.property(chunks(30), chunks(30), chunks(3), (one, two, three) => {
        const lists = [numbered(one, 0), numbered(two, 10_000), numbered(three, 20_000)];
        const parts = lists.map(buildSegment);
        const plan = mergeOf(parts.map((built, index) => ({ segment: decoded(built, index) })));
        const { first, chunks: count, slots, lengths } = plan;
        expect({ first, chunks: count, slots, lengths, rows: mergedRows(parts, plan) }).toEqual(
          buildSegment(lists.flat()),
        );
      }),
      { numRuns: 50 },
    );
  });

  test('merge without the chunks that are gone', () => {
    fc.assert(
      fc.property(
        chunks(30),
        chunks(30),
        fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
        (one, two, kept) => {
          const lists = [numbered(one, 0), numbered(two, 10_000)];
          const parts = lists.map(buildSegment);
          const left = [(place: number) => kept[place] ?? true, (place: number) => kept[30 + place] ?? true];
          const plan = mergeOf(parts.map((built, index) => ({ segment: decoded(built, index), isLeft: left[index] })));
          const rest = lists.flatMap((list, index) => list.filter((_, place) => left[index]?.(place)));
          const expected = buildSegment(rest);
          expect(plan.chunks).toBe(rest.length);
          if (rest.length === 0) return;
          expect(plan.lengths).toBe(expected.lengths);
          expect(mergedRows(parts, plan)).toEqual(expected.rows);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('say how many chunks have a term', () => {
    const built = buildSegment(
      numbered(
        [
          ['pear', 1],
          ['plum', 1],
          ['pear', 1],
        ],
        0,
      ),
    );
    const row = built.rows[0]?.postings ?? '';
    expect(countAt(row, postingsAt(row, wordTerm('pear')))).toBe(2);
  });
});
