import { DummyDriver, Kysely, type LimitNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { Slot } from '../sql/prepared.ts';
import type { Tables } from '../tables.ts';

/**
 * Writes queries so that SQLite runs them as they were compiled.
 *
 * A limit that is a bare parameter makes it compile the query at each call, for the sake of the number: ten times the
 * work of a short page. It looks into no sum.
 *
 * Gives an argument of a prepared query that is used twice one parameter: each costs two threads time at each call.
 */
class Compiler extends SqliteQueryCompiler {
  readonly #places = new Map<Slot, number>();

  override compileQuery(...query: Parameters<SqliteQueryCompiler['compileQuery']>) {
    this.#places.clear();
    return super.compileQuery(...query);
  }

  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }

  protected override appendValue(value: unknown): void {
    const place = value instanceof Slot ? this.#places.get(value) : undefined;
    if (place !== undefined) {
      this.append(`?${place}`);
      return;
    }
    super.appendValue(value);
    if (value instanceof Slot) this.#places.set(value, this.numParameters);
  }
}

/** Builds queries in SQLite's dialect and never runs one. */
export const sqliteQuery: Kysely<Tables> = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new Compiler(),
  },
});
