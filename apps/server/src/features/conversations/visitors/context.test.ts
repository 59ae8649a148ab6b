// @module-tag pure

import { expect, test } from 'vitest';
import { withContext } from './context.ts';

const at = Date.parse('2026-01-31T09:30:00.000Z');

test('the first page stays, the latest one changes, and fields that are left out keep their values', () => {
  const url = 'https://example.com/a';
  const first = withContext(null, { url, title: 'A', referrer: 'https://search.example/?q=a', device: 'phone' }, at);
  const then = JSON.parse(withContext(first, { url: 'https://example.com/b', attributes: { plan: 'pro' } }, at + 1));
  expect(then).toEqual({
    page: { url: 'https://example.com/b', title: '', referrer: null, at: '2026-01-31T09:30:00.001Z' },
    firstPage: { url, title: 'A', referrer: 'https://search.example/?q=a', at: '2026-01-31T09:30:00.000Z' },
    ...{ language: null, device: 'phone', attributes: { plan: 'pro' } },
  });
  expect(JSON.parse(withContext(JSON.stringify(then), { language: 'de' }, at))).toEqual({ ...then, language: 'de' });
});

test('a user, a password and a fragment of a URL aren’t stored', () => {
  const { page } = JSON.parse(withContext(null, { url: 'https://ada:secret@example.com/a?b=c#token=d' }, at));
  expect(page.url).toBe('https://example.com/a?b=c');
});

test.each(['javascript:alert(1)', 'file:///etc/passwd', '/a', 'data:text/html,x', 'https://'])(
  '%s is refused',
  (url) => {
    for (const context of [{ url }, { url: 'https://example.com/', referrer: url }]) {
      expect(() => withContext(null, context, at)).toThrow('must be an http or https URL');
    }
  },
);
