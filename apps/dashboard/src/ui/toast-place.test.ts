import { describe, expect, it } from 'vitest';
import { placeOfToasts } from './toast-place.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const field = (left: number, top: number, [width, height] = [300, 40]) => ({
  ...{ left, top },
  ...{ right: left + (width ?? 0), bottom: top + (height ?? 0) },
});

describe('the place of toasts', () => {
  it('is the top without a focused field', () => {
    expect(placeOfToasts(undefined, desk)).toBe('top-right');
    expect(placeOfToasts(undefined, phone)).toBe('top-center');
  });

  it('is the top beside a field that is not in its way', () => {
    for (const free of [field(300, 20), field(1100, 840), field(1100, 500)]) {
      expect(placeOfToasts(free, desk)).toBe('top-right');
    }
    expect(placeOfToasts(field(16, 780), phone)).toBe('top-center');
  });

  it('is the bottom if the field is at the top', () => {
    expect(placeOfToasts(field(1100, 100), desk)).toBe('bottom-right');
    expect(placeOfToasts(field(680, 250), desk)).toBe('bottom-right');
    expect(placeOfToasts(field(16, 150), phone)).toBe('bottom-center');
  });

  it('covers the smaller part of a field that reaches from top to bottom', () => {
    expect(placeOfToasts(field(16, 60, [358, 600]), phone)).toBe('bottom-center');
    expect(placeOfToasts(field(16, 220, [358, 620]), phone)).toBe('top-center');
  });
});
