import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { longType, textType } from '../columns.ts';

/** A column: `not null` unless it ends with `?`, the primary key if it is `id`, or with a default value. */
type Column = 'id' | 'text' | 'text?' | 'long' | 'long?' | readonly ['text' | 'long', string | number];

/** The times of a row that changes. */
export const stamps = { created_at: 'long', updated_at: 'long' } as const;

/** Returns a function that starts a `create table` with the given columns. */
export function table(query: Kysely<Tables>, engine: Engine) {
  const text = textType(engine);
  const long = longType(engine);
  return (name: keyof Tables, columns: Readonly<Record<string, Column>>): CreateTableBuilder<string, string> => {
    let builder: CreateTableBuilder<string, string> = query.schema.createTable(name);
    for (const [column, given] of Object.entries(columns)) {
      const [kind, value] = typeof given === 'string' ? [given] : given;
      builder = builder.addColumn(column, kind.startsWith('long') ? long : text, (definition) => {
        if (kind === 'id') return definition.primaryKey().notNull();
        if (value !== undefined) return definition.notNull().defaultTo(value);
        return kind.endsWith('?') ? definition : definition.notNull();
      });
    }
    return builder;
  };
}
