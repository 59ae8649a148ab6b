// @module-tag pure

import { expect, test } from 'vitest';
import { matchesTag, readIfMatch } from './preconditions.ts';

test.each([
  [undefined, undefined],
  ['*', undefined],
  [' * ', undefined],
  ['"3"', [3]],
  ['W/"3"', [3]],
  ['3', [3]],
  ['"3", "4" ,"5"', [3, 4, 5]],
  ['W/"3", 4,"5"', [3, 4, 5]],
  [',"3",,', [3]],
  ['"abc"', []],
  ['"a,b", "4"', [4]],
  ['""', []],
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
  ['3', true],
  ['"2", "3"', true],
  ['"2"', false],
  ['"33"', false],
  ['"abc"', false],
])('If-None-Match: %j with the tag "3": %j', (header, matches) => {
  expect(matchesTag(header, '"3"')).toBe(matches);
});

test.each(['', ' ', ', ,', '"3', '3"', '"1" "2"', 'abc', 'w/"3"', 'W/3', '-1', '1.5', '**', '"2", *'])(
  '%j is no list of entity tags',
  (header) => {
    const sentence = (name: string) => `${name} must be an entity tag, such as "2", a list of them, or *.`;
    expect(() => readIfMatch(header)).toThrow(sentence('If-Match'));
    expect(() => matchesTag(header, '"3"')).toThrow(sentence('If-None-Match'));
  },
);
