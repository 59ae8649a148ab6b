// @module-tag pure

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { termRules } from '../text/terms.ts';
import { postingsAt, readPostings } from './index/codec.ts';
import { segmentOf } from './index/reader.ts';
import { buildSegment } from './index/segment.ts';
import { decodeVector, encodeVector } from './vectors/encoding.ts';

const page = readFileSync(new URL('../../../../docs/retrieval-format.md', import.meta.url), 'utf8');

/** The segment that the page shows. */
const shown = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '') as ReturnType<typeof buildSegment>;

const chunk = (number: number, text: string) => ({ number, text, title: 'Tea', headings: [] });

test('docs/retrieval-format.md shows the segment that two chunks become', () => {
  expect(buildSegment([chunk(70, 'Tea'), chunk(73, 'Tea, no tea')])).toEqual(shown);
});

test('docs/retrieval-format.md decodes it as a search does', () => {
  const { numbers, words, grams } = segmentOf('source', { ...shown, segment: 70, rules: termRules });
  expect([[...numbers], [...words], [...grams]]).toEqual([
    [70, 73],
    [3, 7],
    [6, 12],
  ]);
  const row = shown.rows[0]?.postings ?? '';
  const read = (term: string) => {
    const postings = { places: new Int32Array(2), counts: new Int32Array(2) };
    const at = postingsAt(row, term);
    // Past the count stands the last place, which a search skips.
    const count = readPostings(row, at, postings);
    return Array.from({ length: count }, (_, index) => [postings.places[index], postings.counts[index]]);
  };
  expect(read('=tea')).toEqual([
    [0, 3],
    [1, 5],
  ]);
  expect(read('=no')).toEqual([[1, 2]]);
});

test('docs/retrieval-format.md shows a vector as it is stored', () => {
  const stored = encodeVector(Float32Array.from([0.5, -0.25, 1]));
  expect(page).toContain(`\`${stored}\``);
  const { scale = 0, values = [] } = decodeVector(stored, 3) ?? {};
  expect([scale.toFixed(6), ...values]).toEqual(['0.007874', 64, -32, 127]);
});
