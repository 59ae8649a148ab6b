import { type Expression, type RawBuilder, sql } from 'kysely';

/** The most queries that one is put together from; SQLite takes 500, and compiles each anew for another number. */
const maxParts = 100;

/**
 * The workspaces that each part of a list is read from. Each workspace's rows stand in order in an index; one query over
 * several would have to sort them all.
 */
export const partsOf = (workspaces: readonly string[]): readonly (readonly string[])[] =>
  workspaces.length > maxParts ? [workspaces] : workspaces.map((workspace) => [workspace]);

interface Keyset<Key, Id> {
  readonly key: Key;
  readonly id: Id;
}

/** A condition: a row comes after a position, in the order of its sort key and, where that is the same, of its id. */
export const comesAfter = (
  row: Keyset<Expression<string | number>, Expression<string>>,
  position: Keyset<string | number | undefined, string>,
  direction: 'asc' | 'desc',
): RawBuilder<boolean> =>
  direction === 'asc'
    ? sql`(${row.key}, ${row.id}) > (${position.key}, ${position.id})`
    : sql`(${row.key}, ${row.id}) < (${position.key}, ${position.id})`;
