import { expect, test } from 'vitest';
import { service } from '../../../../testing/harness.ts';
import type { Database } from '../../../storage/database.ts';
import { compiled } from '../../../storage/unit.ts';
import { list } from './list-store.ts';

const parley = service('sqlite');

test.each(['createdAt', '-createdAt'] as const)(
  'a page of messages by %s walks its index without sorting',
  async (sort) => {
    const { db } = parley;
    const plan: string[] = [];
    const watched: Database = {
      ...db,
      read: async (query) => {
        const { sql, parameters } = compiled(query);
        const rows = await db.read<{ detail: string }>({ sql: `explain query plan ${sql}`, parameters });
        plan.push(...rows.map(({ detail }) => detail));
        return db.read(query);
      },
    };
    const what = { reach: ['ws_1'], filters: { conversation: 'conv_1' } };
    for (const after of [undefined, { key: 1, id: 'msg_1' }])
      await list.rows(watched, what, { sort, limit: 20, after });
    const searched = plan.filter((detail) => detail.includes('messages_by_conversation'));
    expect(searched).toEqual([
      expect.stringContaining('(conversation_id=?)'),
      expect.stringMatching(/\(conversation_id=\? AND \(created_at,id\)[<>]\(\?,\?\)\)/),
    ]);
    // The parts of each message are put in order; the messages are not.
    expect(plan.filter((detail) => /TEMP B-TREE FOR (?!json_group_array)/.test(detail))).toEqual([]);
  },
);
