// @module-tag pure

import { expect, it } from 'vitest';
import { factsInWords, lengthOf } from './sync-words.ts';

it('says what a sync found, and not what it did not', () => {
  const none = { added: 0, changed: 0, unchanged: 0, removed: 0, skipped: 0, chunks: 0 };
  expect(factsInWords({ facts: none })).toBe('');
  const facts = { ...none, added: 1, changed: 2, unchanged: 1_027, chunks: 1 };
  expect(factsInWords({ facts })).toBe('1 new, 2 changed, 1,027 as before, 1 chunk indexed');
});

it('says how long a sync took', () => {
  const took = (ms: number) => lengthOf({ createdAt: new Date(0).toISOString(), endedAt: new Date(ms).toISOString() });
  expect([took(850), took(12_400), took(240_000)]).toEqual(['850 ms', '12 s', '4 min']);
  expect(lengthOf({ createdAt: new Date(0).toISOString(), endedAt: null })).toBeUndefined();
});
