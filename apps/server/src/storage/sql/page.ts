import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';

/** The position behind the last item of a page: its sort key and its id. */
export interface Position {
  readonly key: string | number;
  readonly id: string;
}

/** Where a page begins and how long it is. */
export interface Page {
  readonly limit: number;
  readonly after: Position | undefined;
  readonly includeTotal: boolean;
}

/** The parameters of paging, validated. */
export type ListQuery = { readonly limit: number; readonly cursor?: string; readonly includeTotal: boolean };

/**
 * Reads the page that a query asks for, sorted by an integer or by a text. Throws `cursor_invalid` for a cursor that isn't
 * ours or of another query.
 */
export function readPage(query: ListQuery, sortedBy: 'integer' | 'text' = 'integer'): Page {
  const { limit, cursor, includeTotal } = query;
  return { limit, includeTotal, after: cursor === undefined ? undefined : readCursor(cursor, query, sortedBy) };
}

function readCursor(cursor: string, query: ListQuery, sortedBy: 'integer' | 'text'): Position {
  const content = decode(cursor);
  // Anybody can write a cursor, so nothing else may reach the database than what one of ours can hold.
  const valid =
    Array.isArray(content) &&
    content.length === 3 &&
    (sortedBy === 'integer' ? Number.isSafeInteger(content[0]) : isText(content[0])) &&
    isText(content[1]) &&
    content[2] === fingerprint(query);
  if (!valid) {
    throw new AppError('cursor_invalid', 'The cursor is not valid for this query.', {
      hint: 'Pass nextCursor as it came, with the same filters and sort.',
    });
  }
  return { key: content[0] as string | number, id: content[1] as string };
}

const isText = (value: unknown) => typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000');

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    // Whoever made this text, it was not `writeCursor`; the caller says so.
    return undefined;
  }
}

/** What a cursor is bound to: every parameter but those that may change from page to page. */
function fingerprint({ limit: _limit, cursor: _cursor, includeTotal: _total, ...filters }: ListQuery): string {
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url').slice(0, 12);
}

/** Rows with what a cursor needs, as a store reads them: one more than the page holds where there is a next page. */
export interface Row {
  readonly json: string;
  readonly key: string | number;
  readonly id: string;
}

/** The JSON text of a page. */
export function pageText(query: ListQuery, rows: readonly Row[], total: number | undefined): string {
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const next =
    rows.length > query.limit && last !== undefined
      ? JSON.stringify(Buffer.from(JSON.stringify([last.key, last.id, fingerprint(query)])).toString('base64url'))
      : 'null';
  const items = shown.map((row) => row.json).join(',');
  return `{"items":[${items}],"nextCursor":${next}${total === undefined ? '' : `,"total":${total}`}}`;
}

/** A list: how its pages and its total are read. */
interface ListSource {
  /** What the rows are sorted by; an integer unless set. */
  readonly sortedBy?: 'integer' | 'text';
  /** Reads one row more than the page holds. */
  rows(page: Page): Promise<readonly Row[]>;
  count(): Promise<number>;
}

/** Reads a page of a list as JSON text, with the total if the query asks for it. Throws `cursor_invalid`. */
export async function readList(query: ListQuery, { sortedBy, rows, count }: ListSource): Promise<string> {
  const page = readPage(query, sortedBy);
  const [read, total] = await Promise.all([rows(page), page.includeTotal ? count() : undefined]);
  return pageText(query, read, total);
}
