import { vi } from 'vitest';
import type { Database } from '../src/storage/database.ts';
import { withoutTimeout } from '../src/storage/postgres/timeouts.ts';
import { statement } from '../src/storage/unit.ts';
import { raw } from './temp-database.ts';

/** Locks the row of a conversation on PostgreSQL until the returned function is called, for a minute at most. */
export async function holdConversation(db: Database, id: string): Promise<() => Promise<void>> {
  const lock = 'select id from conversations where id = $1 for update';
  const name = `release ${id}`;
  const wait = `do $$ begin
    for tries in 1..6000 loop
      exit when exists (select 1 from settings where name = '${name}');
      perform pg_sleep(0.01);
    end loop;
  end $$`;
  const held = db.write([raw(withoutTimeout), raw(lock, [id]), raw(wait)]).then(
    () => undefined,
    (error: unknown) => error,
  );
  const isLocked = async () => {
    const [found] = await db.write([raw(`${lock} skip locked`, [id])]);
    if (found.rows.length > 0) throw new Error('The row is not locked yet.');
  };
  await vi.waitFor(isLocked, { timeout: 20_000, interval: 5 });
  return async () => {
    await db.write([statement(db.query.insertInto('settings').values({ name, value: '' }))]);
    const error = await held;
    if (error !== undefined) throw error;
  };
}
