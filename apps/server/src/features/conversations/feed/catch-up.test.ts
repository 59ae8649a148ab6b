// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { pagesRead, recording } from '../../../../testing/plans/pages-read.ts';
import { statement } from '../../../storage/unit.ts';
import { unchangedSince } from './store.ts';

const messages = 3_000;

/** A query that reads all messages reads at least as many pages of the database. */
const most = messages / 6;

describe.each(engines)('the messages that have changed since a version, on %s', (engine) => {
  const parley = service(engine);

  test('are found in small steps, however many they are', async () => {
    const alice = await parley.person();
    const client = await alice.client();
    const { _id: agent } = await client.agents.create({ name: 'A', model: 'builtin/echo' });
    const { _id: conversation } = await client.conversations.create(agent);
    const workspace = alice.workspace;
    const rows = Array.from({ length: messages }, (_, number) => ({
      ...{ id: `msg_${conversation}_${number}`, workspace_id: workspace, conversation_id: conversation },
      ...{ role: 'user', status: 'complete', content: 'x'.repeat(1_000), citations: '[]' },
      ...{ created_at: 10 * number, updated_at: 10 * number, revision: number + 2 },
    }));
    for (let from = 0; from < messages; from += 100) {
      await parley.db.write([
        statement(parley.db.query.insertInto('messages').values(rows.slice(from, from + 100) as never)),
      ]);
    }
    const { db, queries } = recording(parley.db);
    const source = { workspace, conversation, asker: { account: alice.account } };
    const found = (version: number) => unchangedSince(db, source, version);
    expect(await Promise.all([0, 1].map(found))).toEqual([-1, -1]);
    expect(await Promise.all([2, 3, 1_000, messages + 1, messages + 9].map(found))).toEqual([
      ...[0, 10, 9_980],
      ...[10 * (messages - 1), 10 * (messages - 1)],
    ]);
    for (const query of queries) expect(await pagesRead(parley.db, query)).toBeLessThan(most);
  });
});
