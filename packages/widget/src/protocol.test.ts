// @module-tag pure

import { expect, test } from 'vitest';
import { readContext } from './protocol.ts';

test('a context keeps what the service takes, and leaves out the rest', () => {
  const attributes = {
    plan: 'pro',
    total: 79.5,
    member: true,
    nested: {},
    '1st': 'x',
    gone: Number.NaN,
    long: 'x'.repeat(300),
  };
  const url = 'https://example.com/a?b=c#d';
  expect(readContext({ url, title: 'x'.repeat(400), referrer: '', attributes, other: 1 })).toEqual({
    ...{ url, title: 'x'.repeat(300), referrer: '' },
    attributes: { plan: 'pro', total: 79.5, member: true, long: 'x'.repeat(200) },
  });
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`key${index}`, index]));
  expect(Object.keys(readContext({ attributes: many })?.attributes ?? {})).toHaveLength(20);
});

test.each([
  [undefined, undefined],
  [{ url: 'file:///home/ada/a.html', title: 1 }, {}],
  [{ url: `https://example.com/${'x'.repeat(2_000)}`, referrer: 'javascript:alert(1)' }, {}],
])('%j becomes %j', (given, expected) => {
  expect(readContext(given)).toEqual(expected);
});
