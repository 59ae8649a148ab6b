import type { Database } from '../../../storage/database.ts';
import type { Along } from '../../../storage/unit.ts';

/**
 * Writes the statements that accompany a result in their own unit of work, for results of several units, such as the
 * end of a turn. If the process dies before, no caller has the result: a repeat finds the effect and writes them.
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
