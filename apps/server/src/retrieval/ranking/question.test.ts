// @module-tag pure

import { describe, expect, test } from 'vitest';
import { wantedTerms } from './question.ts';

const wordsOf = (text: string) =>
  wantedTerms(text).words.map(({ word, weight, hasKin }) => `${word}${hasKin ? '*' : ''} ${weight}`);

describe('what a search looks for', () => {
  test.each([
    ['How do I get the invoices to my accountant?', ['invoices* 1', 'accountant* 1']],
    ['Wie bekomme ich die Rechnung in mein Postfach?', ['bekomme* 1', 'rechnung* 1', 'postfach* 1']],
    ['who are you', ['who* 1', 'are* 1', 'you* 1']],
    ['4-771.30/B', ['4-771.30/b 3']],
    ['DE02 1203 0000 0000 2020 51', ['de02120300000000202051 3']],
    ['$1,299.00', ['1299 3']],
    ['1299', ['1299 1']],
    ['When do C# courses start?', ['c# 3', 'courses* 1', 'start* 1', 'c 0.3']],
    ['the price of x-250', ['x250 3', 'price* 1', 'x 0.3', '250 0.3']],
  ])('%s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test('a word has n-grams to fall back on, and a run of a script without spaces is looked for by them', () => {
    const { words, grams } = wantedTerms('price 退货政策');
    expect(words[0]).toMatchObject({ word: 'price', grams: ['_pri', 'pric', 'rice', 'ice_'] });
    expect(grams.map(({ gram }) => gram)).toEqual(['退货', '货政', '政策']);
  });

  test('terms of earlier questions weigh less, and those of both as in the newest', () => {
    const { words } = wantedTerms('delivery price', ['delivery island']);
    expect(words.map(({ word, weight }) => [word, weight])).toEqual([
      ['delivery', 1],
      ['price', 1],
      ['island', 0.4],
    ]);
  });

  test('a question of very many words is searched by some of them', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const long = Array.from(
      { length: 400 },
      (_, index) => `wo${letters[index % 26]}${letters[Math.floor(index / 26)]}`,
    );
    expect(wantedTerms(long.join(' ')).words.length).toBe(48);
  });
});
