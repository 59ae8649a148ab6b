// @module-tag pure
import { describe, expect, test } from 'vitest';
import { fillUrl, readTemplate, type UrlTemplate } from './template.ts';

const read = (url: string): UrlTemplate => {
  const template = readTemplate(url);
  if (typeof template === 'string') throw new Error(template);
  return template;
};
const fill = (url: string, inputs: object, secrets: Record<string, string> = {}) =>
  fillUrl(read(url), { inputs: { ...inputs }, secrets }).href;

test.each([
  ['https://api.example.com', {}, 'https://api.example.com/'],
  ['https://api.example.com/orders/{id}', { id: 7 }, 'https://api.example.com/orders/7'],
  ['https://api.example.com:8443/v1/{a}-{b}.json', { a: 'x', b: true }, 'https://api.example.com:8443/v1/x-true.json'],
  ['https://a.test/o?x={y}&z=1', { y: 'a b&c=d#e' }, 'https://a.test/o?x=a%20b%26c%3Dd%23e&z=1'],
  ['https://a.test/o?x={y}&z={q}', { q: '' }, 'https://a.test/o?z='],
  ['https://a.test/o?id={ids}', { ids: [1, 'a&b'] }, 'https://a.test/o?id=1&id=a%26b'],
  ['https://a.test/o?filter={f}', { f: { a: [1] } }, 'https://a.test/o?filter=%7B%22a%22%3A%5B1%5D%7D'],
  ['https://a.test/o?flag', {}, 'https://a.test/o?flag'],
  ['https://a.test/o/', {}, 'https://a.test/o/'],
  ['https://bücher.example/{a}', { a: 'ö' }, 'https://xn--bcher-kva.example/%C3%B6'],
])('fills %s', (url, inputs, filled) => {
  expect(fill(url, inputs)).toBe(filled);
});

test('secrets are encoded, and an input never becomes one', () => {
  const url = 'https://a.test/bot{{secret.TOKEN}}/{a}?key={{secret.KEY}}&q={b}';
  const inputs = { a: '{{secret.KEY}}', b: '{{secret.KEY}}' };
  expect(fill(url, inputs, { TOKEN: '12:ab', KEY: 'a/b&c' })).toBe(
    'https://a.test/bot12%3Aab/%7B%7Bsecret.KEY%7D%7D?key=a%2Fb%26c&q=%7B%7Bsecret.KEY%7D%7D',
  );
  expect(() => fill(url, { a: 1, b: 1 }, { TOKEN: 'x' })).toThrow('The secret KEY of this tool is not set.');
  expect(() => fill(url, { a: 1, b: 1 }, {})).toThrow('The secret TOKEN of this tool is not set.');
});

test.each([
  ['', 'must be an http or https URL'],
  ['/orders', 'must be an http or https URL'],
  ['//evil.test/', 'must be an http or https URL'],
  ['ftp://a.test/', 'must be an http or https URL'],
  ['javascript:alert(1)', 'must be an http or https URL'],
  ['file:///etc/passwd', 'must be an http or https URL'],
  ['{scheme}://a.test/', 'must be an http or https URL'],
  ['https://a.test/#{a}', 'must be an http or https URL without a fragment'],
  ['https://{host}/', 'must have no placeholder in its host or port'],
  ['https://{tenant}.a.test/', 'must have no placeholder in its host or port'],
  ['https://a.test{path}', 'must have no placeholder in its host or port'],
  ['https://a.test:{port}/', 'must have no placeholder in its host or port'],
  ['https://{{secret.HOST}}/', 'must have no placeholder in its host or port'],
  ['https://user:pass@a.test/', 'must have no user name or password'],
  ['https://a.test@evil.test/', 'must have no user name or password'],
  ['https://{user}@a.test/', 'must have no placeholder'],
  ['https:///a', 'must have a valid host'],
  ['https://a b.test/', 'must have no white space'],
  ['https:\\\\evil.test', 'must have no white space'],
  ['https://a.test/\\..\\b', 'must have no white space'],
  ['https://a.test/\nb', 'must have no white space'],
  ['https://a.test/../b', 'must have no . or .. in its path'],
  ['https://a.test/%2e%2E/b', 'must have no . or .. in its path'],
  ['https://a.test/{a', 'has a brace that is no placeholder'],
  ['https://a.test/{a}}', 'has a brace that is no placeholder'],
  ['https://a.test/{}', 'has a brace that is no placeholder'],
  ['https://a.test/{{secret.}}', 'has a brace that is no placeholder'],
  ['https://a.test/?{name}=1', 'must have placeholders in values of its query only'],
])('refuses %j', (url, problem) => {
  expect(readTemplate(url)).toEqual(expect.stringContaining(problem));
});

/** Values that try to leave their place. */
const attacks = [
  ...['.', '..', '...', '/', '//', '\\', '\\\\', '../..', '..\\..', './', '/.', '/..', '../', 'a/../b', 'a/..', '../a'],
  ...['%2e', '%2E%2e', '.%2e', '%2e.', '%2e%2e%2f', '%252e%252e', '%25252e%25252e', '%2525252e%2525252e', '..%2fadmin'],
  ...[
    '..%5cadmin',
    '%2e%2e%5c',
    '..;',
    '..;x=1',
    '..;/admin',
    ' ..',
    '.. ',
    '..\t',
    '..\n',
    '\n',
    '\r\nHost: evil',
    '\0',
    '..\0',
  ],
  ...['?', '?admin=1', '#', '#x', '&', '&a=b', '=', ';a=b', ':', '@', '@evil.test', '//evil.test', 'http://evil.test/'],
  ...[
    'https://evil.test',
    'evil.test:443',
    '[::1]',
    '{id}',
    '{{secret.KEY}}',
    '%',
    '%zz',
    '%00',
    '%0d%0a',
    '+',
    '*',
    "'",
  ],
  ...[
    '"',
    '<script>',
    '|',
    '^',
    '`',
    '\ud800',
    '\udfff..',
    '．．',
    '。。',
    '‥',
    '\u2025',
    '∕',
    '／',
    '\u202e',
    '\ufeff..',
    '😀',
  ],
  ...['a'.repeat(5_000), '../'.repeat(500), '%2e'.repeat(1_000), '', ' ', 'admin/users', 'ＡＤＭＩＮ'],
];

describe.each([
  'https://api.test/v1/orders/{id}/items',
  'https://api.test/v1/orders/{id}',
  'https://api.test/{id}',
  'https://api.test/v1/.{id}/items',
  'https://api.test/v1/{id}./items',
  'https://api.test/v1/{id}{id}/items',
])('in %s', (url) => {
  const segments = url.split('/').slice(3);
  test.each(attacks.map((value) => [JSON.stringify(value).slice(0, 40), value]))(
    '%s stays in its place',
    (_, value) => {
      let filled: URL;
      try {
        filled = new URL(fill(url, { id: value }));
      } catch (error) {
        expect(String(error)).toMatch(/must not lead to another path|must have a value|leads to another path/);
        return;
      }
      expect([filled.origin, filled.search, filled.hash, filled.username]).toEqual(['https://api.test', '', '', '']);
      const got = filled.pathname.slice(1).split('/');
      expect(got).toHaveLength(segments.length);
      // A server that decodes once gets the value, and nothing else has changed.
      const expected = segments.map((each) => each.replaceAll('{id}', () => value.toWellFormed()));
      expect(got.map(decodeURIComponent)).toEqual(expected);
      // Nor does a server that decodes more often come to another path.
      let path = filled.pathname;
      for (let at = 0; at < 4; at += 1) {
        path = path.replace(/%([0-9a-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
        expect(path.split(/[/\\]/).map((each) => each.replace(/;.*$/s, '').trim())).not.toContain('..');
      }
    },
  );
});

test.each(attacks.map((value) => [JSON.stringify(value).slice(0, 40), value]))('%s stays in the query', (_, value) => {
  const filled = new URL(fill('https://api.test/v1?a=1&x={id}&b=2', { id: value }));
  expect([filled.origin, filled.pathname, filled.hash]).toEqual(['https://api.test', '/v1', '']);
  expect([...filled.searchParams]).toEqual([
    ['a', '1'],
    ['x', value.toWellFormed()],
    ['b', '2'],
  ]);
});

test.each<[unknown]>([[undefined], [null], [''], [[]], [{}], [['..']], [{ toString: 1 }]])(
  '%j is no part of a path',
  (id) => {
    expect(() => fill('https://api.test/orders/{id}', { id })).toThrow('The input id must have a value');
  },
);

test('an input is never that of a prototype', () => {
  expect(fill('https://api.test/?x={constructor}', {})).toBe('https://api.test/');
  expect(() => fill('https://api.test/{toString}', {})).toThrow('must have a value');
});
