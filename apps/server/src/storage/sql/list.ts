import { type AliasableExpression, expressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { bytesOf, cutAt, isOver } from '../bounded.ts';
import type { Database } from '../database.ts';
import type { Asker, ScanOf } from '../scans/scan-queue.ts';
import { withScans } from '../scans/with-scans.ts';
import type { Tables } from '../tables.ts';
import type { Compiled } from '../unit.ts';
import { comesAfter, keyOf, type Order, orderOf, partsOf } from './keyset.ts';
import type { ListedTable, ListSpec } from './listed-table.ts';
import { ifFew, largeAsBytes } from './octets.ts';
import {
  type Joined,
  type JsonText,
  type ListQuery,
  type Page,
  type Position,
  type Row,
  readLargeList,
  readList,
} from './page.ts';
import { type ArgumentsOf, prepared } from './prepared.ts';

/** A sort key; a leading `-` means descending. */
type Sort<Key extends string> = Key | `-${Key}`;

/** Max bytes of the JSON of a page, unless one row alone has more: then the page ends early, with a cursor. */
export const maxPageBytes = 4 * 1024 * 1024;

/** Max rows that one query reads past hidden ones, and max rows of all of them: then the page ends early. */
const hiddenRows = { atOnce: 500, most: 2_000 } as const;

/** Sort order, bounds and start position of a read. */
export interface RowsWanted<Key extends string> {
  readonly sort: Sort<Key>;
  readonly limit: number;
  /** Max bytes of the JSON, if fewer than those of a page. */
  readonly bytes?: number;
  readonly after: Position | undefined;
  /** The fields of the JSON of a row; all if undefined. */
  readonly fields?: readonly string[] | undefined;
  /** True if a scan reads the rows: then they come from elsewhere, and each is counted before it is transferred. */
  readonly isScan?: boolean;
  /** True if large rows come as bytes. SQLite has them as bytes; to decode them takes eight times as long. */
  readonly inBytes?: boolean;
}

type ListArguments<Filters> = { readonly filters: Filters; readonly reach: readonly string[] };

/** The order of a list, and the fields of its items. */
type Selected<Key extends string> = Pick<RowsWanted<Key>, 'sort' | 'fields' | 'inBytes'>;

/** Adds to the JSON of the rows of a page. */
export type Also = (db: Database, rows: readonly Row[]) => Promise<readonly Row[]>;

/** The rows to read, the caller on whose behalf if it takes long, and the rows to add. */
type ListRead<Filters> = ListArguments<Filters> & { readonly scan: ScanOf; readonly also?: Also | undefined };

/** The rows to read, and the caller that asks for them. */
type RowsOf<Filters> = ListArguments<Filters> & { readonly asker: Asker };
type RowsRead = { readonly asker: Asker; readonly most: number; readonly bytes: number; readonly isScan: boolean };
type PageArguments<Filters> = Filters & {
  readonly reach: readonly string[];
  readonly rows: number;
  readonly key: string | number | undefined;
  readonly id: string | undefined;
};

/** Creates the functions that read a list: filtered, paged by keyset, with an optional total. */
export function createList<Table extends ListedTable, Key extends string, Filters extends ArgumentsOf<Filters>>(
  spec: ListSpec<Table, Key, Filters>,
) {
  /** Rows of the workspaces that match the filters. The cast is safe: every listed table has the columns used here. */
  const matching = (db: Database, workspaces: readonly string[], filters: Filters) => {
    let query = db.query.selectFrom(spec.table as 'agents').where('workspace_id', 'in', workspaces);
    for (const condition of spec.where(db, expressionBuilder<Tables, Table>(), { ...filters, reach: workspaces })) {
      if (condition !== false) query = query.where(condition);
    }
    return query;
  };

  const shownJson = (
    db: Database,
    { fields, inBytes = false }: Omit<Selected<Key>, 'sort'>,
  ): AliasableExpression<string | null> => {
    const of = expressionBuilder<Tables, Table>();
    const whole: AliasableExpression<string | null> = spec.json(db, of, fields);
    const json = inBytes && spec.octets !== undefined ? largeAsBytes(db, whole, spec.octets(of)) : whole;
    return spec.hidden === undefined ? json : sql`case when ${spec.hidden.isShown(of)} then ${json} end`;
  };

  /** The rows of workspaces after a place, in order. */
  const after = (db: Database, { key, id, ...args }: PageArguments<Filters>, { column, direction }: Order) => {
    let query = matching(db, args.reach, args as never);
    if (id !== undefined)
      query = query.where((of) => comesAfter({ key: column, id: of.ref('id') }, { key, id }, direction));
    return query.orderBy(column, direction).orderBy('id', direction);
  };

  const isOnePass = (reach: readonly string[], filters: Filters) => reach.length === 1 && spec.areInOrder(filters);

  const page = prepared((db, args: PageArguments<Filters>, variant: string) => {
    const { reach, rows } = args;
    const { sort, ...selected } = JSON.parse(variant) as Selected<Key>;
    const order = orderOf(spec.sorts, sort);
    const { column, direction } = order;
    const part = (workspaces: readonly string[]) => after(db, { ...args, reach: workspaces }, order).limit(rows);
    if (isOnePass(reach, args)) return part(reach).select([shownJson(db, selected).as('json'), column.as('key'), 'id']);
    const parts = partsOf(reach).map((workspaces) =>
      db.query
        .selectFrom(
          part(workspaces)
            .select(['id', column.as('key')])
            .as('part'),
        )
        .selectAll(),
    );
    const all = parts.reduce((some, more) => some.unionAll(more));
    const ordered = all.orderBy('key', direction).orderBy('id', direction).limit(rows);
    return db.query
      .selectFrom(ordered.as('page'))
      .innerJoin(spec.table as 'agents', `${spec.table as 'agents'}.id`, 'page.id')
      .select([shownJson(db, selected).as('json'), 'page.key as key', 'page.id as id'])
      .orderBy('page.key', direction)
      .orderBy('page.id', direction);
  });

  /**
   * A page of one workspace as one row: half of the time of as many rows. On SQLite the texts come in the order in which
   * the limited rows do. With `isCounted`, they have no JSON if their long texts have too many bytes together.
   */
  const joined = prepared((db, args: PageArguments<Filters>, variant: string) => {
    const { sort, fields, isCounted } = JSON.parse(variant) as Selected<Key> & { readonly isCounted: boolean };
    const order = orderOf(spec.sorts, sort);
    const rows = after(db, args, order);
    const bytes = isCounted ? spec.octets?.(expressionBuilder<Tables, Table>()) : undefined;
    const json = ifFew(shownJson(db, { fields }), { rows: rows.limit(args.rows), bytes, most: maxPageBytes });
    const items = rows.limit(args.rows).select([json.as('json'), order.column.as('key'), 'id']);
    const next = rows.limit(1).offset(args.rows).select('id');
    const inOrder =
      db.engine === 'sqlite' ? sql`` : sql`order by key ${sql.raw(order.direction)}, id ${sql.raw(order.direction)}`;
    const join = sql.raw(db.engine === 'sqlite' ? 'group_concat' : 'string_agg');
    return db.query
      .selectFrom(items.as('page'))
      .select([
        sql<string | null>`${join}(json, ',' ${inOrder})`.as('items'),
        sql<string | null>`${join}(id, ',' ${inOrder})`.as('ids'),
        sql<string | number>`${sql.raw(order.direction === 'asc' ? 'max' : 'min')}(key)`.as('key'),
        sql<number>`count(id) - count(json)`.as('hidden'),
        sql<number>`case when exists ${next} then 1 else 0 end`.as('more'),
      ]);
  });

  /** Reads a page as one text; undefined if it has hidden rows or too many bytes, and then its rows must be read. */
  const readJoined = async (
    db: Database,
    { reach, filters }: ListArguments<Filters>,
    { sort, limit, after, fields }: RowsWanted<Key>,
  ): Promise<Joined | undefined> => {
    const isCounted = limit * spec.maxRowBytes > 4 * maxPageBytes;
    if (!isOnePass(reach, filters) || (isCounted && spec.octets === undefined)) return undefined;
    const args = { ...filters, reach, rows: limit, key: after?.key, id: after?.id };
    const [read] = await db.read(joined(db, args, JSON.stringify({ sort, fields, isCounted })));
    const { items, ids, key = 0, hidden, more } = read ?? {};
    if (Number(hidden) > 0 || isOver(items ?? '', maxPageBytes)) return undefined;
    const last = { key, id: ids?.slice(ids.lastIndexOf(',') + 1) ?? '' };
    return { items: items ?? '', next: Number(more) === 1 ? last : undefined };
  };

  const total = prepared((db, args: Filters & { readonly reach: readonly string[] }, which: 'all' | 'shown') => {
    const all = matching(db, args.reach, args).select(sql<number>`count(*)`.as('total'));
    const shown = which === 'shown' && spec.hidden?.isShown(expressionBuilder<Tables, Table>());
    return shown ? all.where(shown) : all;
  });

  /**
   * Reads the rows of one query, up to a number of bytes. If they can be far more than that, each row is counted before
   * the next one is built. Counting them afterwards costs half as much.
   */
  const readRows = (db: Database, query: Compiled<Row>, { asker, most, bytes, isScan }: RowsRead) =>
    isScan || most * spec.maxRowBytes > 4 * maxPageBytes
      ? db.readUpTo(query, bytes, asker)
      : db.read(query).then((read) => cutAt(read, bytes));

  /**
   * Reads up to `limit + 1` rows in order; the extra row tells that there is a next page. If it meets very many hidden
   * rows, or the rows have too many bytes, it stops early: the last row is then one without JSON, for the cursor.
   */
  const rows = async (
    db: Database,
    { reach, filters, asker }: RowsOf<Filters>,
    { sort, limit, bytes = maxPageBytes, after, isScan = false, fields, inBytes }: RowsWanted<Key>,
  ): Promise<Row[]> => {
    if (reach.length === 0) return [];
    const found: Row[] = [];
    const left = { bytes, hidden: hiddenRows.most };
    let last = after;
    const variant = JSON.stringify({ sort, fields, inBytes });
    for (let most = limit + 1; ; most = hiddenRows.atOnce) {
      const query = page(db, { ...filters, reach, rows: most, key: last?.key, id: last?.id }, variant);
      const { rows: read, cut } = await readRows(db, query, { asker, most, bytes: left.bytes, isScan });
      const shown = read.filter(({ json }) => json !== null);
      found.push(...shown);
      const isEnd = !cut && read.length < most;
      if (found.length > limit || isEnd) return found.slice(0, limit + 1);
      last = read.at(-1);
      left.bytes -= bytesOf(shown);
      left.hidden -= read.length - shown.length;
      if (cut || left.bytes <= 0 || left.hidden <= 0) return endedAt(found, last);
    }
  };

  const count = async (db: Database, { reach, filters }: ListArguments<Filters>): Promise<number> => {
    if (reach.length === 0) return 0;
    const which = (await spec.hidden?.any(db, reach)) === true ? 'shown' : 'all';
    const [row] = await db.read(total(db, { ...filters, reach }, which));
    return Number(row?.total ?? 0);
  };

  const pageSource = (db: Database, what: ListRead<Filters>, { sort, fields, inBytes = false }: Selected<Key>) => ({
    sortedBy: spec.textSorts?.includes(keyOf(sort)) === true ? ('text' as const) : ('integer' as const),
    rows: async (wanted: Page) => {
      const [isScan, of] = [spec.mayScan(what.filters), { ...what, asker: what.scan }];
      const reader = isScan ? withScans(db, what.scan) : db;
      const found = await rows(reader, of, { ...wanted, sort, fields, isScan, inBytes });
      return (await what.also?.(reader, found)) ?? found;
    },
    count: () => count(withScans(db, what.scan), what),
  });

  return {
    rows,
    /**
     * Reads a page of the given workspaces as JSON text. Totals, and pages that may take long, are scans. Throws
     * `cursor_invalid` for a cursor of another list.
     */
    read: (db: Database, what: ListRead<Filters>, query: ListQuery & Selected<Key>): Promise<string> => {
      const { rows: readRows, ...source } = pageSource(db, what, query);
      const mayJoin = what.also === undefined && !spec.mayScan(what.filters);
      const joinOrRead = async (wanted: Page) =>
        (mayJoin ? await readJoined(db, what, { ...query, ...wanted }) : undefined) ?? readRows(wanted);
      return readList(query, { ...source, rows: joinOrRead });
    },
    /** Like `read`, for rows that may be large. */
    readLarge: (db: Database, what: ListRead<Filters>, query: ListQuery & Selected<Key>): Promise<JsonText> =>
      readLargeList(query, pageSource(db, what, { ...query, inBytes: true })),
  };
}

/** The rows of a page that ended early, and how far it came. */
const endedAt = (found: readonly Row[], last: Position | undefined): Row[] =>
  last === undefined ? [...found] : [...found, { key: last.key, id: last.id, json: null }];

/** Counts the rows of a query. */
export async function countOfQuery<Table extends keyof Tables, Selected>(
  db: Database,
  query: SelectQueryBuilder<Tables, Table, Selected>,
): Promise<number> {
  const [row] = await db.read(query.clearSelect().select(sql<number>`count(*)`.as('total')));
  return Number(row?.total ?? 0);
}
