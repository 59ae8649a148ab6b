// @module-tag sql
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { unmigratedDatabase } from '../../../testing/databases/unmigrated-database.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import type { Database } from '../database.ts';
import { statement } from '../unit.ts';
import { migrations } from './index.ts';
import { migrate } from './migrate.ts';

/** The insert of an event as the version before writes it. */
const eventsOf =
  (db: Database) =>
  (id: string, account: string, { type = 'agent.created', at }: { type?: string; at: number }) =>
    statement(
      sql`insert into events (id, account_id, workspace_id, type, actor, data, created_at)
        values (${id}, ${account}, null, ${type}, '{}', ${JSON.stringify({ id })}, ${at})`.compile(db.query),
    );

describe.each(engines)('0041, on %s', (engine) => {
  test('keeps the events of each account in their order, under their new names', async () => {
    const db = await unmigratedDatabase(engine);
    const event = eventsOf(db);
    const now = Date.now;
    const before = migrations.findIndex(({ name }) => name === '0041-event-log');
    await migrate(db, { migrations: migrations.slice(0, before), now });
    await db.write([
      raw("insert into accounts (id, plan, created_at) values ('a', 'free', 1), ('b', 'free', 1)"),
      event('evt_1', 'a', { at: 1_000 }),
      // IDs of one millisecond sort in the order of their creation.
      event('evt_4', 'a', { type: 'knowledge_source.review', at: 2_000 }),
      event('evt_3', 'b', { at: 2_000 }),
      event('evt_2', 'a', { type: 'message.feedback', at: 2_000 }),
    ]);
    // On SQLite, a reader of the log needs the table of a later version.
    await migrate(db, { migrations: engine === 'sqlite' ? migrations : migrations.slice(0, before + 1), now });
    const seen = async () =>
      (await loggedEvents(db)).map(({ account, type, data }) => [account, type, data['id']]).sort();
    const moved = [
      ['a', 'agent.created', 'evt_1'],
      ['a', 'knowledge_source.needs_review', 'evt_4'],
      ['a', 'message.rated', 'evt_2'],
      ['b', 'agent.created', 'evt_3'],
    ];
    expect(await seen()).toEqual(moved);
    const ofA = (await loggedEvents(db)).filter(({ account }) => account === 'a').map(({ data }) => data['id']);
    expect(ofA).toEqual(['evt_1', 'evt_2', 'evt_4']);
    if (engine === 'sqlite') return;
    // A process of the version before goes on to write.
    await db.write([event('evt_5', 'a', { at: 3_000 }), event('evt_6', 'a', { at: 2_500 })]);
    const after = (await loggedEvents(db)).filter(({ account }) => account === 'a').map(({ data }) => data['id']);
    expect(after).toEqual(['evt_1', 'evt_2', 'evt_4', 'evt_5', 'evt_6']);
  });
});
