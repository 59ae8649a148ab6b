// @module-tag pure

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { announceSeed, runs } from '../../../testing/processes/runs.ts';
import type { Mark } from '../document.ts';
import { maxWeight, weigh } from './chunk-weight.ts';
import { cutChunks } from './cut.ts';

const seed = announceSeed('apps/server/src/extract/chunks/cut.test.ts');
const settings = { seed, numRuns: runs(50, undefined, 150) };

/** Pieces that texts of many scripts consist of, and others that no text should. */
const piece = fc.oneof(
  fc.constantFrom(
    'word ',
    'Another sentence. ',
    'a b',
    '\n',
    '\n\n',
    '- item\n',
    'x | y\n',
    'Dr. ',
    '¿Qué? ',
    '\t',
    '   ',
  ),
  fc.constantFrom(
    '汉字没有空格。',
    'これは文です。',
    'ภาษาไทยไม่มีช่องว่าง',
    '한국어 문장입니다. ',
    'العربية؟ ',
    'हिन्दी वाक्य। ',
  ),
  fc.constantFrom(
    '👩‍👩‍👧‍👦',
    '🇩🇪',
    'e\u0301\u0301\u0301',
    '𠀀',
    '\u200b',
    '\ufeff',
    'a'.repeat(1_500),
    '漢'.repeat(900),
    ' '.repeat(3_000),
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const texts = fc.array(fc.tuple(piece, fc.nat(40)), { maxLength: 60 }).map((all) => {
  const text = all.map(([part, times]) => part.repeat(part.length > 100 ? 1 : times)).join('');
  return text.toWellFormed();
});
const betweenCharacters = (text: string, at: number): number =>
  (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
const documents = fc
  .tuple(texts, fc.array(fc.tuple(fc.nat(20_000), fc.nat(7)), { maxLength: 12 }))
  .map(([text, places]) => {
    const marks = places
      .map(([at, kind]): Mark => {
        const place = betweenCharacters(text, Math.min(at, text.length));
        if (kind === 7) return { at: place, page: 1 };
        return { at: place, heading: { level: Math.max(1, Math.min(kind, 6)), text: `H${at}` } };
      })
      .sort((one, other) => one.at - other.at);
    return { text, marks: marks.map((mark, index) => (mark.page === undefined ? mark : { ...mark, page: index + 1 })) };
  });

test('chunks are exact slices in order, don’t overlap, and cover all text but white space', () => {
  fc.assert(
    fc.property(documents, ({ text, marks }) => {
      let last = 0;
      for (const chunk of cutChunks({ text, marks })) {
        expect(chunk.text).toBe(text.slice(chunk.start, chunk.end));
        expect(chunk.text).toBe(chunk.text.trim());
        expect(chunk.text).not.toBe('');
        expect(chunk.text.isWellFormed()).toBe(true);
        expect(text.slice(last, chunk.start).trim()).toBe('');
        expect(chunk.start).toBeGreaterThanOrEqual(last);
        expect(weigh(chunk.text, 0, chunk.text.length)).toBeLessThanOrEqual(maxWeight);
        last = chunk.end;
      }
      expect(text.slice(last).trim()).toBe('');
    }),
    settings,
  );
});

test('no chunk crosses a page, and each knows its page', () => {
  fc.assert(
    fc.property(documents, ({ text, marks }) => {
      const pages = marks.flatMap(({ at, page }) => (page === undefined ? [] : [{ at, page }]));
      for (const { start, end, page } of cutChunks({ text, marks })) {
        expect(pages.some(({ at }) => at > start && at < end)).toBe(false);
        expect(page).toBe(pages.findLast(({ at }) => at <= start)?.page ?? null);
      }
    }),
    settings,
  );
});

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

test('no cut is within a character that readers see as one', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const places = new Set([...graphemes.segment(text)].map(({ index }) => index));
      for (const { start } of cutChunks({ text, marks: [] })) expect(places.has(start)).toBe(true);
    }),
    settings,
  );
});

test('a character of endless accents is cut, between its code points', () => {
  const chunks = cutChunks({ text: `a${'\u0301'.repeat(10_000)}`, marks: [] });
  expect(chunks.length).toBeGreaterThan(5);
  expect(chunks.map(({ text }) => text).join('')).toHaveLength(10_001);
});

/** Paragraphs with a sentence of a length each. */
const sentence = (words: number, name: string) => `${name} ${'word '.repeat(words)}end.`;

test('a paragraph that fits stays whole, and small ones share a chunk', () => {
  const paragraphs = [120, 60, 150, 90, 30, 30].map((words, index) => sentence(words, `P${index}`));
  const chunks = cutChunks({ text: paragraphs.join('\n\n'), marks: [] });
  for (const { text } of chunks) for (const part of text.split('\n\n')) expect(paragraphs).toContain(part);
  expect(chunks.length).toBeLessThan(paragraphs.length);
});

test('a long paragraph is cut after a sentence, not after an abbreviation', () => {
  const text = Array.from(
    { length: 60 },
    (_, index) => `Dr. Roe wrote sentence ${index} of No. 5 on page 3.5 today.`,
  ).join(' ');
  const chunks = cutChunks({ text, marks: [] });
  expect(chunks.length).toBeGreaterThan(2);
  for (const chunk of chunks) expect(chunk.text).toMatch(/^Dr\. Roe.*today\.$/s);
});

test('Chinese and Thai are cut after sentences and words, in chunks of about 400 characters', () => {
  const chinese = cutChunks({ text: '今天的天气非常好，我们去公园散步。'.repeat(120), marks: [] });
  for (const { text } of chinese) expect(text.endsWith('。')).toBe(true);
  expect(Math.max(...chinese.map(({ text }) => text.length))).toBeLessThanOrEqual(400);
  expect(chinese.length).toBeLessThan(9);
  const thai = cutChunks({ text: 'ประเทศไทยมีประชากรหลายล้านคน'.repeat(80), marks: [] });
  const words = new Set(
    [...new Intl.Segmenter('th', { granularity: 'word' }).segment('ประเทศไทยมีประชากรหลายล้านคน'.repeat(3))].map(
      (each) => each.segment,
    ),
  );
  for (const { text } of thai) expect([...words].some((word) => text.startsWith(word))).toBe(true);
});

const builtFrom = (parts: readonly (string | readonly [level: number, text: string])[]) => {
  const marks: Mark[] = [];
  let text = '';
  for (const part of parts) {
    if (text !== '') text += '\n\n';
    if (typeof part === 'string') text += part;
    else {
      marks.push({ at: text.length, heading: { level: part[0], text: part[1] } });
      text += part[1];
    }
  }
  return { text, marks };
};

test('a heading of level 1 or 2 begins a chunk; lower ones share it, and the path is that of its beginning', () => {
  const chunks = cutChunks(
    builtFrom([
      [1, 'Guide'],
      [2, 'Prices'],
      'It costs 5.',
      [3, 'Discounts'],
      'None.',
      [2, 'Contact'],
      'Write to us.',
      [1, 'Other'],
      'End.',
    ]),
  );
  expect(chunks.map(({ text, headings }) => [text, headings])).toEqual([
    ['Guide\n\nPrices\n\nIt costs 5.\n\nDiscounts\n\nNone.', ['Guide', 'Prices']],
    ['Contact\n\nWrite to us.', ['Guide', 'Contact']],
    ['Other\n\nEnd.', ['Other']],
  ]);
});

test('a heading is never left at the end of a chunk', () => {
  const chunks = cutChunks(
    builtFrom([sentence(150, 'A'), [3, 'Heading one'], sentence(150, 'B'), [4, 'Heading two'], sentence(30, 'C')]),
  );
  expect(chunks.length).toBeGreaterThan(1);
  for (const { text } of chunks) expect(text).not.toMatch(/Heading (?:one|two)$/);
});

test('a table that fits in a chunk is not divided', () => {
  const table = Array.from({ length: 25 }, (_, row) => `row ${row} | value | another`).join('\n');
  const chunks = cutChunks(builtFrom([sentence(100, 'Before'), table, sentence(100, 'After')]));
  expect(chunks.some(({ text }) => text.includes(table))).toBe(true);
});

test('hostile texts of a megabyte are cut', () => {
  const size = 2 ** 20;
  const hostile = ['a', ' ', '\n', '\n\nx', '漢', 'ก', '\u0301', '.', '. ', '))))', '👩‍', '\u200b', 'a.', '。'];
  for (const unit of hostile) {
    const text = unit.repeat(Math.ceil(size / unit.length));
    const chunks = cutChunks({ text, marks: [] });
    expect(chunks.reduce((sum, chunk) => sum + chunk.text.replace(/\s/g, '').length, 0)).toBe(
      text.replace(/\s/g, '').length,
    );
  }
});

test('a hundred thousand headings without text are cut, whatever their levels', () => {
  const parts = Array.from({ length: 100_000 }, (_, index) => [1 + (index % 6), 'Heading'] as const);
  const chunks = cutChunks(builtFrom(parts));
  expect(chunks.length).toBeGreaterThan(100);
  expect(chunks.every(({ headings }) => headings.length <= 6)).toBe(true);
});
