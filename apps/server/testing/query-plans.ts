import type { Database } from '../src/storage/database.ts';
import { compiled } from '../src/storage/unit.ts';

/** Wraps a SQLite database so that the plan of every read is recorded: the `detail` of each step, in order. */
export function explaining(db: Database): { readonly db: Database; readonly steps: string[] } {
  const steps: string[] = [];
  const watched: Database = {
    ...db,
    read: async (query) => {
      const { sql, parameters } = compiled(query);
      const rows = await db.read<{ detail: string }>({ sql: `explain query plan ${sql}`, parameters });
      steps.push(...rows.map(({ detail }) => detail));
      return db.read(query);
    },
  };
  return { db: watched, steps };
}
