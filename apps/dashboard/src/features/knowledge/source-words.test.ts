// @module-tag pure

import type { KnowledgeSource } from '@parley/sdk';
import { expect, it } from 'vitest';
import { originOf, progressWords, sizeWords, stateOf } from './source-words.ts';

it('tells how far a sync is, whether or not the end is known', () => {
  expect(progressWords(null)).toBeUndefined();
  expect(progressWords({ done: 12, total: 1040, unit: 'pages' })).toBe('12 of 1,040 pages');
  expect(progressWords({ done: 12, total: null, unit: 'pages' })).toBe('12 pages so far');
});

it('a version that waits for a review is shown once nothing runs', () => {
  const review = {} as NonNullable<KnowledgeSource['review']>;
  expect(stateOf({ status: 'ready', review: null })).toBe('ready');
  expect(stateOf({ status: 'ready', review })).toBe('review');
  expect(stateOf({ status: 'processing', review })).toBe('working');
  expect(stateOf({ status: 'failed', review })).toBe('failed');
});

it('counts what each type has', () => {
  const has = (type: KnowledgeSource['type'], documentCount: number, chunkCount: number) =>
    sizeWords({ type, documentCount, chunkCount } as KnowledgeSource);
  expect(has('text', 1, 1)).toBe('1 chunk');
  expect(has('file', 2, 1040)).toBe('2 documents, 1,040 chunks');
  expect(has('website', 1, 3)).toBe('1 page, 3 chunks');
  expect(has('qa', 2, 2)).toBe('2 pairs, 2 chunks');
});

it('shows an address without what is alike for all', () => {
  expect(originOf({ url: 'https://example.com/', file: null })).toBe('example.com');
  expect(originOf({ url: null, file: { name: 'a.pdf', contentType: '', bytes: 1, hash: '' } })).toBe('a.pdf');
});
