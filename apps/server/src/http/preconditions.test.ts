import { expect, test } from 'vitest';
import { matchesTag, readIfMatch } from './preconditions.ts';

test.each([
  [undefined, undefined],
  ['*', undefined],
  [' * ', undefined],
  ['"3"', [3]],
  ['"3", "4" ,"5"', [3, 4, 5]],
  ['W/"3"', []],
  ['W/"3", "4"', [4]],
  ['"abc"', []],
  ['3', []],
  ['', []],
  ['"-1"', []],
  ['"1e3"', []],
  ['"03"', []],
  ['"0"', []],
  ['"9999999999999999"', []],
])('If-Match: %j allows the versions %j', (header, versions) => {
  expect(readIfMatch(header)).toEqual(versions);
});

test.each([
  [undefined, false],
  ['*', true],
  ['"3"', true],
  ['W/"3"', true],
  ['"2", "3"', true],
  ['"2"', false],
  ['"33"', false],
  ['3', false],
  ['', false],
])('If-None-Match: %j with the tag "3": %j', (header, matches) => {
  expect(matchesTag(header, '"3"')).toBe(matches);
});
