import type { Database } from '../../src/storage/database.ts';
import { type Compiled, compiled } from '../../src/storage/unit.ts';

/** Wraps a SQLite database so that the plan of every read is recorded: the `detail` of each step, in order. */
export function explaining(db: Database): { readonly db: Database; readonly steps: string[] } {
  const steps: string[] = [];
  const explain = async ({ sql, parameters }: Compiled<unknown>) => {
    const rows = await db.read<{ detail: string }>({ sql: `explain query plan ${sql}`, parameters });
    steps.push(...rows.map(({ detail }) => detail));
  };
  const watched: Database = {
    ...db,
    read: async (query) => {
      await explain(compiled(query));
      return db.read(query);
    },
    readUpTo: async (query, maxBytes, of) => {
      await explain(compiled(query));
      return db.readUpTo(query, maxBytes, of);
    },
    scan: async (query, of, maxBytes) => {
      await explain(compiled(query));
      return db.scan(query, of, maxBytes);
    },
  };
  return { db: watched, steps };
}
