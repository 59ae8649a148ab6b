import { expect, test } from 'vitest';
import { shownJson } from './shown-json.ts';

const rows: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['an override of the direction', 'a\u202eb', 'a\\u202eb'],
  ['a space without width', 'a\u200bb', 'a\\u200bb'],
  ['a soft hyphen', 'a\u00adb', 'a\\u00adb'],
  ['a filler of Hangul', 'a\u3164b', 'a\\u3164b'],
  ['a separator of lines', 'a\u2028b', 'a\\u2028b'],
  ['a blank of Braille', 'a\u2800b', 'a\\u2800b'],
  ['a tag, of two units', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
  ['a selector of variants', 'a\ufe00b', 'a\\ufe00b'],
  ['an emoji in color', '❤\ufe0f', '❤\ufe0f'],
  ['letters with marks', 'é نعم', 'é نعم'],
];

test.each(rows)('%s', (_what, text, shown) => {
  const json = shownJson(JSON.stringify({ text }));
  expect(json).toBe(`{\n  "text": "${shown}"\n}`);
  expect(JSON.parse(json)).toEqual({ text });
});
