import type { Database } from '../../src/storage/database.ts';

/** Inserts rows by `insert … select … from n`. There, `i` is the number of the row, from 1 to `rows`. */
export const insertNumbered = (db: Database, rows: number, insert: string) =>
  db.write([
    {
      sql:
        db.engine === 'sqlite'
          ? `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) ${insert}`
          : insert.replace('from n', `from generate_series(1, ${rows}) as n(i)`),
      parameters: [],
    },
  ]);

/** Lets the engine analyze the tables, for its plans. */
export const analyze = (db: Database, ...tables: string[]) =>
  db.write(tables.map((table) => ({ sql: `analyze ${table}`, parameters: [] })));
