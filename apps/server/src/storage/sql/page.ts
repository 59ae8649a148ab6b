import { hash } from 'node:crypto';
import { AppError } from '../../errors.ts';

/** The position after the last item of a page: its sort key and id. */
export interface Position {
  readonly key: string | number;
  readonly id: string;
}

/** Start, max items and optional total of a page. */
export interface Page {
  readonly limit: number;
  readonly after: Position | undefined;
  readonly includeTotal: boolean;
}

/** The paging parameters, validated; other members are the list's filters and sort. */
export type ListQuery = { readonly limit: number; readonly cursor?: string; readonly includeTotal: boolean };

/**
 * Returns the page that a query asks for, sorted by an integer or by text. Throws `cursor_invalid` if the cursor is
 * malformed or belongs to another query.
 */
export function readPage(query: ListQuery, sortedBy: 'integer' | 'text' = 'integer'): Page {
  const { limit, cursor, includeTotal } = query;
  return { limit, includeTotal, after: cursor === undefined ? undefined : readCursor(cursor, query, sortedBy) };
}

function readCursor(cursor: string, query: ListQuery, sortedBy: 'integer' | 'text'): Position {
  const content = decode(cursor);
  // Cursors are client input: only values that a genuine cursor can hold may reach the database.
  const valid =
    Array.isArray(content) &&
    content.length === 3 &&
    (sortedBy === 'integer' ? Number.isSafeInteger(content[0]) : isText(content[0])) &&
    isText(content[1]) &&
    content[2] === fingerprint(query);
  if (!valid) {
    throw new AppError('cursor_invalid', 'The cursor is not valid for this query.', {
      hint: 'Pass nextCursor unchanged, with the same filters and sort.',
    });
  }
  return { key: content[0] as string | number, id: content[1] as string };
}

const isText = (value: unknown) => typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000');

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    // Not base64url JSON: the caller throws `cursor_invalid`.
    return undefined;
  }
}

/** A hash of the parameters that a cursor is bound to; limit, cursor and includeTotal may change between pages. */
function fingerprint({ limit: _limit, cursor: _cursor, includeTotal: _total, ...filters }: ListQuery): string {
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(sorted), 'base64url').slice(0, 12);
}

/** A part of a JSON text: a text, or its bytes in UTF-8. */
export type JsonPart = string | Uint8Array;

/** A JSON text, or its parts if some are large: they are copied once, into the bytes of a response. */
export type JsonText = string | readonly JsonPart[];

/** From so many bytes or characters on, a part is large. */
export const largePart = 4 * 1024;

/** A row as a store reads it: its JSON, and the sort key and id for the cursor. */
export interface Row<Json = string> {
  /** Null if the row is hidden: then it only tells how far a read came that found fewer rows than a page holds. */
  readonly json: Json | null;
  readonly key: string | number;
  readonly id: string;
}

/** The rows that a page shows, and the position after which the next one starts; undefined after the last one. */
export function pageOf<Item extends Row<JsonPart>>(limit: number, rows: readonly Item[]) {
  const shown = rows
    .filter((row): row is Item & { json: NonNullable<Item['json']> } => row.json !== null)
    .slice(0, limit);
  const last = shown.length === limit ? shown.at(-1) : rows.at(-1);
  return { shown, next: rows.length > shown.length ? last : undefined };
}

/** The items of a page, joined by commas, and the position after which the next one starts; undefined after the last. */
export interface Joined {
  readonly items: string;
  readonly next: Position | undefined;
}

function join(limit: number, rows: readonly Row[]): Joined {
  const { shown, next } = pageOf(limit, rows);
  return { items: shown.map((row) => row.json).join(','), next };
}

/** Returns the JSON text of a page, with `nextCursor` if there are more rows than the page shows. */
export function pageText(query: ListQuery, read: readonly Row[] | Joined, total: number | undefined): string {
  const { items, next } = 'items' in read ? read : join(query.limit, read);
  return `${pageStart}${items}${pageEnd(query, next, total)}`;
}

/** Like `pageText`, for rows that may be large. */
export function pageParts(query: ListQuery, rows: readonly Row<JsonPart>[], total: number | undefined): JsonText {
  const { shown, next } = pageOf(query.limit, rows);
  const items = shown.flatMap(({ json }, index) => (index === 0 ? [json] : [',', json]));
  const parts = [pageStart, ...items, pageEnd(query, next, total)];
  return items.some((part) => typeof part !== 'string' || part.length > largePart) ? parts : parts.join('');
}

const pageStart = '{"items":[';

function pageEnd(query: ListQuery, last: Position | undefined, total: number | undefined): string {
  const next =
    last === undefined
      ? 'null'
      : JSON.stringify(Buffer.from(JSON.stringify([last.key, last.id, fingerprint(query)])).toString('base64url'));
  return `],"nextCursor":${next}${total === undefined ? '' : `,"total":${total}`}}`;
}

/** Reads the pages and the total of a list. */
interface ListSource<Read> {
  /** The type of the sort key; `integer` by default. */
  readonly sortedBy?: 'integer' | 'text';
  /** Reads up to `limit + 1` rows, or joins up to `limit`. */
  rows(page: Page): Promise<Read>;
  count(): Promise<number>;
}

/** Reads a page of a list as JSON text, with the total if the query asks for it. Throws `cursor_invalid`. */
export const readList = async (query: ListQuery, source: ListSource<readonly Row[] | Joined>): Promise<string> =>
  pageText(query, ...(await readRows(query, source)));

/** Like `readList`, for rows that may be large. */
export const readLargeList = async (
  query: ListQuery,
  source: ListSource<readonly Row<JsonPart>[]>,
): Promise<JsonText> => pageParts(query, ...(await readRows(query, source)));

function readRows<Read>(query: ListQuery, { sortedBy, rows, count }: ListSource<Read>) {
  const page = readPage(query, sortedBy);
  return Promise.all([rows(page), page.includeTotal ? count() : undefined]);
}

/** Reads a page of a list that is in memory, in the order of its names, which are unique. Throws `cursor_invalid`. */
export function readNamed(
  query: ListQuery & { readonly sort: string },
  items: readonly { readonly _id: string }[],
): Promise<string> {
  const sign = query.sort.startsWith('-') ? -1 : 1;
  const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -sign : sign);
  const sorted = [...items].sort((one, other) => compare(one._id, other._id));
  return readList(query, {
    sortedBy: 'text',
    rows: async ({ limit, after }) =>
      sorted
        .filter(({ _id }) => after === undefined || compare(_id, after.id) > 0)
        .slice(0, limit + 1)
        .map((item) => ({ json: JSON.stringify(item), key: item._id, id: item._id })),
    count: async () => items.length,
  });
}
