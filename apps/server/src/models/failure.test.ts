// @module-tag pure

import { describe, expect, test } from 'vitest';
import { quoteOf, readTold, reasonOf, redact } from './failure.ts';

describe('what a provider says', () => {
  test.each([
    [{ error: 'model not found' }, { message: 'model not found' }],
    [
      { object: 'error', message: 'Too many.', type: 'BadRequestError', code: 400 },
      { type: 'BadRequestError', code: '400', message: 'Too many.' },
    ],
    [{ detail: 'Not Found' }, { message: 'Not Found' }],
    [{ error: { status: 'INVALID_ARGUMENT', message: 'a\n\tb' } }, { type: 'INVALID_ARGUMENT', message: 'a b' }],
    ['plain', { message: 'plain' }],
    [null, {}],
    [undefined, {}],
    [[{ error: 1 }], {}],
    [{ error: { message: { deep: true }, type: 7, code: null } }, { type: '7' }],
  ])('is read from any shape (%#)', (said, told) => {
    expect(readTold(said, [])).toEqual(told);
    expect(readTold(JSON.stringify(said), [])).toEqual(typeof said === 'string' ? { message: said } : told);
  });

  test('is bounded', () => {
    const told = readTold(
      { error: { message: 'a '.repeat(100_000), type: 'b '.repeat(100_000) } },
      [],
      'c '.repeat(500),
    );
    expect(JSON.stringify(told).length).toBeLessThan(900);
    expect(readTold('x '.repeat(1_000_000), []).message?.length).toBeLessThanOrEqual(501);
  });

  test.each([
    [
      'Incorrect API key provided: sk-proj-ab12cd34*****wxyz. See https://example.com.',
      /^Incorrect API key provided: \[redacted\] See https/,
    ],
    ['Authorization: Bearer abc.def-ghi', /^Authorization: \[redacted\]/],
    ['the header bearer abcdef was', /^the header bearer \[redacted\] was$/],
    ['key my own secret! leaked', /^key \[redacted\] leaked$/],
    [`token ${'aB3'.repeat(20)} here`, /^token \[redacted\] here$/],
    ['AIzaSyA-1234567890abcdef is wrong', /^\[redacted\] is wrong$/],
  ])('contains no secret: %s', (text, expected) => {
    expect(redact(text, ['my own secret!'])).toMatch(expected);
  });
});

test.each([
  [
    'Rate limit reached for gpt-4o in organization org-AbCd1234EfGh.',
    'Rate limit reached for gpt-4o in organization [redacted].',
  ],
  ['See https://example.com/keys?account=7#top for more.', 'See https://example.com/keys for more.'],
  ['<html>Bad gateway</html>', undefined],
  [undefined, undefined],
])('members may read of "%s": %s', (message, quote) => {
  expect(quoteOf(message === undefined ? {} : { message })).toBe(quote);
});

test.each([
  [400, 'maximum context length is 8192', 'context_too_long'],
  [413, '', 'context_too_long'],
  [404, '', 'unknown_model'],
  [402, '', 'quota_used_up'],
  [422, 'x', 'bad_request'],
  [500, 'model not found; maximum context', 'unavailable'],
  [undefined, 'anything', 'unavailable'],
  [undefined, 'rate_limit_error', 'rate_limited'],
] as const)('status %s, "%s": %s', (status, message, reason) => {
  expect(reasonOf(status, { message })).toBe(reason);
});
