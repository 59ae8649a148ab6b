// @module-tag pure

import { describe, expect, it } from 'vitest';
import { pathOf } from './sparkline.tsx';

describe('a sparkline', () => {
  it('goes from the first to the last value, the highest at the top', () => {
    expect(pathOf([0, 10, 5])).toBe('M0 22L50 2L100 12');
  });

  it('passes over days without a value', () => {
    expect(pathOf([10, null, 10])).toBe('M0 2L100 2');
  });

  it('is flat at the bottom for zeros, and absent with one value', () => {
    expect(pathOf([0, 0])).toBe('M0 22L100 22');
    expect(pathOf([3])).toBe('');
    expect(pathOf([null, null])).toBe('');
  });
});
