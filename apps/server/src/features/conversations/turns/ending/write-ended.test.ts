// @module-tag sql
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { engines } from '../../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../../testing/databases/migrated-database.ts';
import { queuedByTriggers } from './write-ended.ts';

const source = join(import.meta.dirname, '../../../..');

/** The files that insert or update messages, and what has them delivered and indexed. */
const writers = {
  'features/conversations/messages/store.ts': 'inserts: `enter` writes them with writeEnded',
  'features/conversations/turns/store.ts': 'ends a reply: `runTurn` writes it with writeEnded',
  'features/conversations/turns/leases/lease-store.ts':
    'ends a reply of another process: `abandonReply` writes it with writeEnded; a checkpoint ends nothing',
  'features/conversations/turns/resume/store.ts':
    'cancels a reply that waits: `endWaiting` writes it with writeEnded; taking and interrupting a turn end nothing',
  'features/conversations/messages/feedback-store.ts': 'rates a message that has ended',
  'commands/demo/store.ts': 'inserts messages of no channel before a server starts, which then indexes them',
};

test('each place that writes messages is known', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /(insertInto|updateTable)\('messages'\)/.test(readFileSync(join(source, file), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(writers).sort());
});

describe.each(engines)('the queues of ended messages, on %s', (engine) => {
  const database = databaseOf(engine);

  test('are filled by the triggers that writeEnded names', async () => {
    const db = database();
    const query =
      engine === 'sqlite'
        ? sql`select name, sql as text from sqlite_master
            where type = 'trigger' and tbl_name = 'messages'`
        : sql`select tgname as name, pg_get_functiondef(tgfoid) as text from pg_trigger
            where tgrelid = 'messages'::regclass and not tgisinternal`;
    const triggers = await db.read<{ name: string; text: string }>(query.compile(db.query) as never);
    const filling = (table: string) =>
      triggers.filter(({ text }) => text.includes(`insert into ${table}`)).map(({ name }) => name);
    for (const [table, names] of Object.entries(queuedByTriggers)) expect(filling(table).sort()).toEqual([...names]);
  });
});
