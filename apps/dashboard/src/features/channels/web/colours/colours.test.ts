// @module-tag pure

import { expect, it } from 'vitest';
import { contrast, hardToRead, readableOn, readColour, shownColours } from './colours.ts';

it('reads a colour as people type it', () => {
  expect(['#0B5FFF', '0b5fff', ' #fa0 ', 'fa0'].map(readColour)).toEqual(['#0b5fff', '#0b5fff', '#ffaa00', '#ffaa00']);
  expect(['', '#', 'blue', '#12345', '#1234567', '#gggggg'].map(readColour)).toEqual(Array(6).fill(undefined));
});

it('measures contrast as WCAG does', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
});

it('the text on an accent follows it, unless it is set', () => {
  expect(readableOn('#ffdd00')).toBe('#000000');
  expect(shownColours({ accent: '#ffdd00' }, 'light').accentText).toBe('#000000');
  expect(shownColours({ accent: '#ffdd00', accentText: '#ffffff' }, 'light').accentText).toBe('#ffffff');
  expect(shownColours({ accent: '#ff' }, 'dark').accent).toBe('#8b8cf9');
});

it('warns of text below 4.5 to 1; the defaults are fine', () => {
  expect([...hardToRead({}, 'light'), ...hardToRead({}, 'dark')]).toEqual([]);
  const [found, ...others] = hardToRead({ accent: '#ffdd00', accentText: '#ffffff' }, 'light');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ text: 'accentText', ground: 'accent' });
  expect(found?.ratio).toBeLessThan(1.5);
  expect(hardToRead({ background: '#777777' }, 'light').map(({ text }) => text)).toEqual(['text', 'mutedText']);
});
