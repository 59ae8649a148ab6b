// @module-tag pure

import { expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { type JsonPart, largePart, type Page, pageParts, pageText, type Row, readPage } from './page.ts';

const query = { limit: 2, includeTotal: false };
const row = (number: number, key: string | number = number): Row => ({
  json: `{"n":${number}}`,
  key,
  id: `id_${number}`,
});

interface Shown {
  readonly items: readonly object[];
  readonly nextCursor: string | null;
  readonly total?: number;
}

const show = (rows: readonly Row[], of: object = query, total?: number): Shown =>
  JSON.parse(pageText({ ...query, ...of }, rows, total)) as Shown;

/** The cursor after the first two of three rows. */
const cursorOf = (of: object = query, rows: readonly Row[] = [row(1), row(2), row(3)]): string =>
  String(show(rows, of).nextCursor);

const read = (cursor: string, of: object = query, sortedBy?: 'integer' | 'text'): Page =>
  readPage({ ...query, ...of, cursor }, sortedBy);

const written = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
const partsOf = (cursor: string) =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown, string];

test('the last page has no cursor', () => {
  expect(show([])).toEqual({ items: [], nextCursor: null });
  expect(show([row(1)])).toEqual({ items: [{ n: 1 }], nextCursor: null });
  expect(show([row(1), row(2)])).toEqual({ items: [{ n: 1 }, { n: 2 }], nextCursor: null });
});

test('a page with a large row is in parts, which are the same text', () => {
  const rows = [row(1), { ...row(2), json: JSON.stringify({ n: '\u{1f600}é'.repeat(largePart) }) }, row(3)];
  const inBytes = rows.map((of, index) => (index === 1 ? { ...of, json: Buffer.from(of.json ?? '') } : of));
  for (const limit of [2, 3]) {
    const text = pageText({ ...query, limit }, rows, 3);
    for (const read of [rows, inBytes]) {
      const parts = pageParts({ ...query, limit }, read, 3) as readonly JsonPart[];
      expect(Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString()).toBe(text);
    }
  }
  expect(pageParts(query, [row(1), row(2), row(3)], 3)).toBe(pageText(query, [row(1), row(2), row(3)], 3));
});

test('if one more row exists, the cursor points after the last row shown', () => {
  const page = show([row(1), row(2), row(3)]);
  expect(page.items).toEqual([{ n: 1 }, { n: 2 }]);
  expect(read(String(page.nextCursor))).toEqual({ limit: 2, includeTotal: false, after: { key: 2, id: 'id_2' } });
});

test('the total is included only if it was counted', () => {
  expect(show([row(1)], query, 7)).toHaveProperty('total', 7);
  expect(show([row(1)])).not.toHaveProperty('total');
});

test('text keys survive a round trip unchanged', () => {
  for (const key of ['', 'a"b\\c', 'ümläut', '日本語', '👩‍👩‍👧', '\u2028', 'x'.repeat(1000)]) {
    const cursor = cursorOf(query, [row(1), row(2, key), row(3)]);
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(read(cursor, query, 'text').after).toEqual({ key, id: 'id_2' });
  }
});

test('limit and includeTotal may change between pages', () => {
  expect(read(cursorOf(), { limit: 50, includeTotal: true }).after).toEqual({ key: 2, id: 'id_2' });
});

test('the order of parameters does not matter', () => {
  const cursor = cursorOf({ status: 'active', sort: 'name' });
  expect(read(cursor, { sort: 'name', status: 'active' }).after).toBeDefined();
});

test.each([
  ['another filter', { status: 'inactive', sort: 'name' }],
  ['one filter less', { sort: 'name' }],
  ['one filter more', { status: 'active', sort: 'name', q: 'x' }],
  ['another order', { status: 'active', sort: '-name' }],
])('a cursor is bound to its query: refused with %s', (_what, other) => {
  const cursor = cursorOf({ status: 'active', sort: 'name' });
  expect(() => read(cursor, other)).toThrow(AppError);
});

test.each([
  ['not base64url', '!!!'],
  ['not JSON', Buffer.from('{').toString('base64url')],
  ['not an array', written({ key: 1 })],
  ['too short', written([1, 'id_1'])],
  ['null', written(null)],
  ['a wrong fingerprint', written([1, 'id_1', 'fingerprint'])],
])('refuses a malformed cursor: %s', (_what, cursor) => {
  expect(() => read(cursor)).toThrow(expect.objectContaining({ code: 'cursor_invalid' }));
});

test.each([
  ['text instead of an integer', '2', 'id_2', 'integer'],
  ['a fraction', 2.5, 'id_2', 'integer'],
  ['a number that is too large', 1e300, 'id_2', 'integer'],
  ['no key', null, 'id_2', 'integer'],
  ['an integer instead of text', 2, 'id_2', 'text'],
  ['text with a NUL', 'a\0', 'id_2', 'text'],
  ['a lone surrogate', '\ud800', 'id_2', 'text'],
  ['an id with a NUL', 2, 'id_2\0', 'integer'],
  ['an id that is not a string', 2, 7, 'integer'],
] as const)('refuses a forged cursor: %s', (_what, key, id, sortedBy) => {
  const [, , fingerprint] = partsOf(cursorOf());
  expect(() => read(written([key, id, fingerprint]), query, sortedBy)).toThrow(
    expect.objectContaining({ code: 'cursor_invalid' }),
  );
});
