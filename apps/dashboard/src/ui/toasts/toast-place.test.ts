// @module-tag pure

import { describe, expect, it } from 'vitest';
import { placeOfToasts } from './toast-place.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const area = (left: number, top: number, [width, height] = [300, 40]) => ({
  ...{ left, top },
  ...{ right: left + (width ?? 0), bottom: top + (height ?? 0) },
});
const place = (field: ReturnType<typeof area> | undefined, window: typeof desk, controls = [] as (typeof field)[]) =>
  placeOfToasts({ field, controls: controls.flatMap((each) => each ?? []) }, window);
const button = (left: number, top: number) => area(left, top, [120, 36]);

describe('the place of toasts', () => {
  it('is the top without a focused field', () => {
    expect(place(undefined, desk)).toBe('top-right');
    expect(place(undefined, phone)).toBe('top-center');
  });

  it('is the top beside a field that is not in its way', () => {
    for (const free of [area(300, 20), area(1100, 840), area(1100, 500)]) {
      expect(place(free, desk)).toBe('top-right');
    }
    expect(place(area(16, 780), phone)).toBe('top-center');
  });

  it('is elsewhere if the field is at the top', () => {
    expect(place(area(1100, 100), desk)).toBe('top-center');
    expect(place(area(680, 250), desk)).toBe('bottom-right');
    expect(place(area(16, 150), phone)).toBe('bottom-center');
  });

  it('covers the smaller part of a field that reaches from top to bottom', () => {
    expect(place(area(16, 60, [358, 600]), phone)).toBe('bottom-center');
    expect(place(area(16, 220, [358, 620]), phone)).toBe('top-center');
  });

  it('leaves the buttons of a page free', () => {
    expect(place(undefined, desk, [button(1220, 32)])).toBe('top-center');
    expect(place(undefined, desk, [button(1220, 32), button(820, 32)])).toBe('bottom-right');
    expect(place(undefined, desk, [button(1220, 32), button(820, 32), button(1300, 840)])).toBe('bottom-left');
    expect(place(undefined, phone, [button(250, 20)])).toBe('bottom-center');
  });

  it('covers the least where every place has a button, and rather a button than the field', () => {
    expect(place(undefined, phone, [button(250, 20), area(16, 790, [20, 20])])).toBe('bottom-center');
    expect(place(area(16, 780), phone, [button(250, 20)])).toBe('top-center');
  });
});
