import { sql } from 'kysely';
import { perMs } from '../../events/event-id.ts';
import type { Database } from '../../storage/database.ts';
import { statement } from '../../storage/unit.ts';

/** Max events that one unit moves. */
const portion = 1_000;

/** The advisory lock of the one process that moves events, as `hashtext` would be: any number that nothing else uses. */
const lock = 7_465_018_455;

/** Moves events into the log. */
export interface Settling {
  /** Resolves once every event that was committed before the call has its position. */
  settle(): Promise<void>;
}

/**
 * On PostgreSQL, moves the events that have arrived into the log of their account, in one unit at a time of all
 * processes, and in the order of their inserts. An event that is inserted after another one of the same object was
 * committed has a later `seq`, and is seen no earlier: so positions follow the order of the commits of each object, and
 * once one is seen, no lower one comes. Writers take no lock for it. On SQLite the writer gives positions by itself.
 */
export function createSettling({ db, now }: { readonly db: Database; readonly now: () => number }): Settling {
  if (db.engine === 'sqlite') return { settle: async () => {} };
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const someArrived = async () =>
    (await db.read(db.query.selectFrom('events').select(sql`1`.as('one')).limit(1))).length > 0;

  const move = async () => {
    while (await someArrived()) {
      const { moved } = await db.write({
        lock: statement(sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.compile(db.query)),
        moved: statement(moving(now()).compile(db.query)),
      });
      if (moved.changed < portion) return;
    }
  };
  const start = () => {
    running = move().finally(() => {
      running = undefined;
    });
    return running;
  };
  return {
    // A move that already runs may have looked before the caller's events were committed: wait for the next one.
    settle: () => {
      if (running === undefined) return start();
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined;
          return start();
        });
      return next;
    },
  };
}

const moving = (time: number) => sql`
  with taken as (
    delete from events where seq in (select seq from events order by seq limit ${sql.lit(portion)}) returning *
  ), logs as (
    select account_id,
      coalesce((select max(position) from event_log where event_log.account_id = accounts.account_id), 0) as last
    from (select distinct account_id from taken) as accounts
  )
  insert into event_log (account_id, position, workspace_id, type, actor, data, changes, request_id, address, client,
    created_at)
  select taken.account_id,
    greatest(logs.last + 1, cast(${time} as bigint) * ${sql.lit(perMs)})
      + row_number() over (partition by taken.account_id order by taken.seq) - 1,
    workspace_id, type, actor, data, changes, request_id, address, client, created_at
  from taken join logs on logs.account_id = taken.account_id`;
