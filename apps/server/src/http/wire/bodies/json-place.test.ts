// @module-tag pure
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../random.ts';
import { parseJsonBody } from './json-body.ts';

/** The place that the refusal of a body names; undefined if the body is accepted. */
function placeIn(text: string): string | undefined {
  try {
    parseJsonBody(Buffer.from(text));
    return undefined;
  } catch (error) {
    return /^The request body is not valid JSON: see (.*)\.$/.exec((error as Error).message)?.[1];
  }
}

describe('the place of a mistake in JSON', () => {
  it.each([
    ['{"a":1,}', 'line 1, column 8'],
    ['{"a"', 'line 1, column 5'],
    ['{', 'line 1, column 2'],
    [' \n ', 'line 2, column 2'],
    ['{\n  "name": "Ann",\n  "temperature": tru\n}', 'line 3, column 18'],
    ["{'a':1}", 'line 1, column 2'],
    ['{a:1}', 'line 1, column 2'],
    ['{"a":01}', 'line 1, column 7'],
    ['{"a":+1}', 'line 1, column 6'],
    ['{"a":"x\ny"}', 'line 1, column 8'],
    ['{"a":"\\q"}', 'line 1, column 7'],
    ['{"a":"\\u12"}', 'line 1, column 7'],
    ['{"a":"x', 'line 1, column 8'],
    ['{"👍👍":x}', 'line 1, column 7'],
    ['{"a":[1,2}', 'line 1, column 10'],
    ['{"a":[1,]}', 'line 1, column 9'],
    ['{"a":1}}', 'line 1, column 8'],
    ['{"a":1} {"b":2}', 'line 1, column 9'],
    ['{"a" 1}', 'line 1, column 6'],
    ['{"a":1 "b":2}', 'line 1, column 8'],
    ['{"a":NaN}', 'line 1, column 6'],
    ['{"a":1, // one\n}', 'line 1, column 9'],
    ['name=Ann', 'line 1, column 1'],
  ])('of %j is %s', (text, place) => {
    expect(placeIn(text)).toBe(place);
  });

  it('is before the end of every text that is cut, and after what was right', () => {
    const whole = '{"a":[1,-2.5e+3,true,null,{"b":"\\u00e9\\n"}],"c":{},"d":[]}';
    expect(placeIn(whole)).toBeUndefined();
    // The mistake is at the end, unless a word, an escape or a number is cut in itself.
    for (let end = 1; end < whole.length; end += 1) {
      const column = Number(/\d+$/.exec(placeIn(whole.slice(0, end)) ?? '')?.[0]);
      expect(column, whole.slice(0, end)).toBeLessThanOrEqual(end + 1);
      expect(column).toBeGreaterThan(end - 6);
    }
  });

  it('is found in whatever is no JSON, and ends in hostile texts', () => {
    const random = createRandom(11);
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      'a',
      '\\',
      '0',
      '1',
      '.',
      '-',
      'e',
      'true',
      ' ',
      '\n',
      'nul',
      '"k"',
    ];
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from(
        { length: 1 + Math.floor(random() * 9) },
        () => pieces[Math.floor(random() * pieces.length)],
      );
      const written = `{${text.join('')}`;
      let isJson = true;
      try {
        JSON.parse(written);
      } catch {
        isJson = false;
      }
      expect(placeIn(written) === undefined, written).toBe(isJson);
    }
    for (const hostile of ['['.repeat(500_000), `{"a":"${'\\n'.repeat(250_000)}`, `${'{"a":'.repeat(90_000)}`])
      expect(placeIn(hostile)).toBe(`line 1, column ${hostile.length + 1}`);
  });
});
