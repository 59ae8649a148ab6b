import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { EventRow } from '../../storage/tables.ts';
import { type Condition, type Statement, statement } from '../../storage/unit.ts';

const insert = prepared((db, row: { [Column in keyof EventRow]: EventRow[Column] }) =>
  db.query.insertInto('events').values(row),
);

/** Appends an event. */
export const append = (db: Database, row: EventRow): Statement => statement(insert(db, { ...row }));

/** Appends an event where a condition holds at that moment of the unit. */
export function appendWhen(db: Database, row: EventRow, condition: Condition): Statement {
  const { created_at, ...texts } = row;
  const columns = Object.keys(texts) as (keyof typeof texts)[];
  const values = columns.map((column) => sql<string>`cast(${texts[column]} as text)`.as(column));
  return statement(
    db.query
      .insertInto('events')
      .columns([...columns, 'created_at'])
      .expression(
        db.query
          .selectNoFrom([...values, sql<number>`cast(${created_at} as bigint)`.as('created_at')])
          .where(condition),
      ),
  );
}
