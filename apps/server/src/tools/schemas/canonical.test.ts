// @module-tag pure
import { expect, test } from 'vitest';
import { canonical, digestOf } from './canonical.ts';

test('is the example of RFC 8785', () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  expect(canonical(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('sorts by UTF-16 code units, as RFC 8785 does', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const text = canonical(Object.fromEntries(names.map((name) => [name, 0])));
  expect(Object.keys(JSON.parse(text)).filter((name) => name !== '1')).toEqual([
    '\r',
    '\u0080',
    '\u00f6',
    '\u20ac',
    '\ud83d\ude00',
    '\ufb33',
  ]);
});

test('is the same whatever the order, and differs with any value', () => {
  const digests = [
    { a: 1, b: { c: [1, 2], d: null } },
    { b: { d: null, c: [1, 2] }, a: 1 },
  ].map(digestOf);
  expect(digests[0]).toBe(digests[1]);
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
  const others = [{ a: 1, b: { c: [2, 1], d: null } }, { a: '1', b: { c: [1, 2], d: null } }, { a: 1 }, [], {}, null];
  expect(new Set([...others.map(digestOf), digests[0]]).size).toBe(7);
});

test('leaves out what JSON leaves out', () => {
  expect(canonical({ a: undefined, b: [undefined, Number.NaN], c: '\ud800' })).toBe('{"b":[null,null],"c":"\\ud800"}');
  expect(canonical(undefined)).toBe('null');
  expect(canonical(JSON.parse('{"__proto__":{"b":1,"a":2}}'))).toBe('{"__proto__":{"a":2,"b":1}}');
});
