// @module-tag pure

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from './share.ts';

describe('the rows of each kind', () => {
  it('are all of them if there is room', () => {
    expect(shareOf([2, 0, 3], 7)).toEqual([2, 0, 3]);
  });

  it('are shared in turn if there is not', () => {
    expect(shareOf([100, 1, 100], 7)).toEqual([3, 1, 3]);
    expect(shareOf([100, 100, 0, 1], 7)).toEqual([3, 3, 0, 1]);
  });

  it('fill the room, never more, and leave no kind out', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 7 }), (counts) => {
        const shares = shareOf(counts, 7);
        const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
        expect(sum(shares)).toBe(Math.min(7, sum(counts)));
        shares.forEach((share, kind) => {
          expect(share).toBeLessThanOrEqual(counts[kind] ?? 0);
          expect(share > 0).toBe((counts[kind] ?? 0) > 0);
        });
      }),
    );
  });
});
