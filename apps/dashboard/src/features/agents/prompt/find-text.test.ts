// @module-tag pure

import { describe, expect, it } from 'vitest';
import { findText, maxHits, piecesOf } from './find-text.ts';

describe('finding words in a prompt', () => {
  it('finds every place, whatever the case of letters', () => {
    expect(findText('Be brief. be kind.', 'BE')).toEqual([
      { start: 0, end: 2 },
      { start: 10, end: 12 },
    ]);
    expect(findText('ÄRGER, ärger', 'ärger')).toHaveLength(2);
    expect(findText('Be brief.', '')).toEqual([]);
    expect(findText('Be brief.', 'long')).toEqual([]);
  });

  it('reads signs as themselves, and counts places in UTF-16 units', () => {
    for (const sign of '\\^$.*+?()[]{}|/-')
      expect(findText(`👋 a${sign}b`, `a${sign}`)).toEqual([{ start: 3, end: 5 }]);
  });

  it('stops at a number of places', () => {
    expect(findText('a'.repeat(maxHits + 5), 'a')).toHaveLength(maxHits);
  });

  it('cuts a text at the places', () => {
    const text = 'Be brief. be kind.';
    expect(piecesOf(text, findText(text, 'be'))).toEqual([
      { text: '' },
      { text: 'Be', hit: 0 },
      { text: ' brief. ' },
      { text: 'be', hit: 1 },
      { text: ' kind.' },
    ]);
  });
});
