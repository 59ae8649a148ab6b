import type { Database } from '../../storage/database.ts';
import type { Along } from '../../storage/unit.ts';

/**
 * Writes what comes along with a result in a unit of work of its own, for results that rest on several units, such as the
 * end of a turn. If the process dies in between, no caller has had the result: a repeat finds the effect and writes it.
 */
export async function writeAlong<Result>(
  db: Pick<Database, 'write'>,
  along: Along<Result>,
  result: Result,
): Promise<Result> {
  const statements = along(result);
  if (statements.length > 0) await db.write(statements);
  return result;
}
