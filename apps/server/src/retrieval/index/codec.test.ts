// @module-tag pure

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createNumbers,
  encode,
  encodePosting,
  postingsAt,
  readPostings,
  rowPart,
  slotOf,
  slotsFor,
  termsIn,
  wordsFrom,
  wordTerm,
} from './codec.ts';

const postings = fc
  .uniqueArray(fc.nat(100_000), { minLength: 1, maxLength: 60 })
  .map((places) => places.sort((a, b) => a - b))
  .chain((places) =>
    fc.tuple(
      fc.constant(places),
      fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: places.length, maxLength: places.length }),
    ),
  );

const term = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => !/[\s\p{Cc}]/u.test(text));

/** Terms with what belongs to each, in the order of a row: that of their UTF-16 units. */
const inOrder = <Value>(terms: readonly (readonly [string, Value])[]) =>
  [...terms].sort(([one], [other]) => (one < other ? -1 : 1));

const written = (places: readonly number[], counts: readonly number[]) => {
  let last = -1;
  let text = '';
  for (const [index, place] of places.entries()) {
    text += encodePosting(place - last, counts[index] ?? 0);
    last = place;
  }
  return { count: places.length, last, postings: text };
};

const readAt = (row: string, at: number) => {
  const room = { places: new Int32Array(100), counts: new Int32Array(100) };
  const count = readPostings(row, at, room);
  return { places: [...room.places.slice(0, count)], counts: [...room.counts.slice(0, count)] };
};

describe('the encoding of the index', () => {
  test('reads every number that it writes, in printable ASCII', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (numbers) => {
        const text = numbers.map(encode).join('');
        expect(text).toMatch(/^[0-o]*$/);
        const read = createNumbers(text);
        expect(numbers.map(() => read.next())).toEqual(numbers);
        expect(read.at()).toBe(text.length);
      }),
    );
  });

  test('reads the postings of each term of a row', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(term, postings), { selector: ([of]) => of, minLength: 1 }), (given) => {
        const terms = inOrder(given);
        const row = terms.map(([of, [places, counts]]) => rowPart(of, written(places, counts))).join('');
        for (const [of, [places, counts]] of terms) {
          const at = postingsAt(row, of);
          expect(readAt(row, at)).toEqual({ places, counts });
        }
        expect([...termsIn(row)]).toMatchObject(
          terms.map(([of, [places, counts]]) => ({ term: of, ...written(places, counts) })),
        );
      }),
    );
  });

  test('finds no term that is only a part of another', () => {
    const row = rowPart('other', written([1], [2])) + rowPart('word', written([1], [2]));
    for (const none of ['wor', 'ord', 'words', 'the', 'oth']) expect(postingsAt(row, none)).toBe(-1);
  });

  test('finds each of many terms, and no others', () => {
    const all = Array.from({ length: 500 }, (_, index) => `w${(index * 7919) % 1_000}`);
    const row = inOrder(all.map((of) => [of, 0] as const))
      .map(([of]) => rowPart(of, written([1], [2])))
      .join('');
    for (let index = 0; index < 1_000; index += 1)
      expect(postingsAt(row, `w${index}`) >= 0).toBe(all.includes(`w${index}`));
  });

  test('a slot among more is the same modulo fewer', () => {
    fc.assert(
      fc.property(term, fc.nat(7), fc.nat(7), fc.integer({ min: 1, max: 2 }), (of, one, other, rules) => {
        const [few, many] = [2 ** Math.min(one, other), 2 ** Math.max(one, other)];
        expect(slotOf(of, { slots: many, rules }) % few).toBe(slotOf(of, { slots: few, rules }));
      }),
    );
    expect([1, 8, 9, 1_000, 65_536, 1_000_000].map(slotsFor)).toEqual([1, 1, 16, 1_024, 65_536, 65_536]);
  });

  test('words that begin alike share a slot, and no n-gram has it', () => {
    const slots = { slots: 64, rules: 2 };
    const slotsOfWords = ['invoice', 'invoices', 'invoicing'].map((word) => slotOf(wordTerm(word), slots));
    expect(new Set(slotsOfWords).size).toBe(1);
    expect((slotsOfWords[0] ?? 1) % 4).toBe(0);
    const grams = Array.from({ length: 1_000 }, (_, index) => slotOf(`g${index}`, slots));
    expect(grams.filter((slot) => slot % 4 === 0)).toEqual([]);
    expect(new Set(grams).size).toBe(48);
  });

  test('finds the words of a row that begin alike', () => {
    const row = ['=inv', '=invoice', '=invoices', '=involve', 'invo']
      .map((of) => rowPart(of, written([1], [2])))
      .join('');
    expect([...wordsFrom(row, 'invoice')].map(({ word }) => word)).toEqual(['invoice', 'invoices']);
    for (const { word, at } of wordsFrom(row, 'inv')) expect(at).toBe(postingsAt(row, wordTerm(word)));
  });
});
