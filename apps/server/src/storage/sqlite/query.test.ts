import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../database.ts';
import { postgresQuery } from '../postgres/query.ts';
import { prepared } from '../sql/prepared.ts';
import { sqliteQuery } from './query.ts';

const sqlite = { engine: 'sqlite', query: sqliteQuery } as Database;
const postgres = { engine: 'postgres', query: postgresQuery } as Database;

describe('a prepared query', () => {
  let built = 0;
  const find = prepared(
    (db, { id, name, statuses }: { id: string; name: string | undefined; statuses: readonly string[] }) => {
      built += 1;
      const all = db.query.selectFrom('agents').select('id').where('status', 'in', statuses).where('id', '=', id);
      return name === undefined ? all : all.where('name', '=', name);
    },
  );

  test('is built once for each shape of its arguments, and gets the values of each call', () => {
    const ask = (db: Database, id: string, name: string | undefined, ...statuses: string[]) =>
      find(db, { id, name, statuses }).parameters;
    built = 0;
    expect(ask(sqlite, 'a', 'x', 'active')).toEqual(['active', 'a', 'x']);
    expect(ask(sqlite, 'b', 'y', 'inactive')).toEqual(['inactive', 'b', 'y']);
    expect(built).toBe(1);
    expect(ask(sqlite, 'b', undefined, 'inactive')).toEqual(['inactive', 'b']);
    expect(ask(sqlite, 'c', 'z', 'active', 'inactive')).toEqual(['active', 'inactive', 'c', 'z']);
    expect(ask(postgres, 'c', 'z', 'active')).toEqual(['active', 'c', 'z']);
    expect(built).toBe(4);
    expect(ask(sqlite, 'd', 'w', 'active')).toEqual(['active', 'd', 'w']);
    expect(ask(sqlite, 'd', undefined, 'active')).toEqual(['active', 'd']);
    expect(built).toBe(4);
  });

  test('of more shapes than it keeps forgets the one that was used longest ago', () => {
    built = 0;
    const withStatuses = (count: number) =>
      find(sqlite, { id: 'a', name: 'x', statuses: Array.from({ length: count }, String) }).parameters.length;
    for (let count = 10; count < 90; count += 1) expect(withStatuses(count)).toBe(count + 2);
    expect(built).toBe(80);
    expect([withStatuses(89), withStatuses(80), built]).toEqual([91, 82, 80]);
    expect([withStatuses(10), built]).toEqual([12, 81]);
  });

  test('has a plan for each variant, by its name', () => {
    const select = prepared((db, { id }: { id: string }, by: { readonly name: string; readonly column: string }) =>
      db.query.selectFrom('agents').select('id').where(sql.ref(by.column), '=', id),
    );
    const texts = ['id', 'name', 'id'].map((name) => select(sqlite, { id: 'a' }, { name, column: name }).sql);
    expect(texts).toEqual([
      'select "id" from "agents" where "id" = ?',
      'select "id" from "agents" where "name" = ?',
      'select "id" from "agents" where "id" = ?',
    ]);
  });

  test('binds an argument that it uses twice once on SQLite', () => {
    const twice = prepared((db, { name, id }: { name: string; id: string }) =>
      db.query
        .selectFrom('agents')
        .select('id')
        .where('name', '=', name)
        .where('id', '<>', id)
        .where('model', '<>', name),
    );
    const on = (db: Database) => twice(db, { name: 'x', id: 'a' });
    expect(on(sqlite)).toEqual({
      sql: 'select "id" from "agents" where "name" = ? and "id" <> ? and "model" <> ?1',
      parameters: ['x', 'a'],
    });
    expect(on(postgres).parameters).toEqual(['x', 'a', 'x']);
    // Values of an ordinary query stay apart, and an earlier query leaves nothing behind.
    const plain = sqliteQuery
      .selectFrom('agents')
      .select('id')
      .where('name', '=', 'x')
      .where('model', '=', 'x')
      .compile();
    expect([plain.sql, plain.parameters]).toEqual([
      'select "id" from "agents" where "name" = ? and "model" = ?',
      ['x', 'x'],
    ]);
  });
});

test('a limit isn’t a bare parameter, for which SQLite would compile the query at each call', () => {
  const { sql, parameters } = sqliteQuery.selectFrom('agents').select('id').limit(20).offset(5).compile();
  expect([sql, parameters]).toEqual(['select "id" from "agents" limit ? + 0 offset ?', [20, 5]]);
});
