import { expect, test } from 'vitest';
import { service } from '../../../../testing/harness.ts';
import { explaining } from '../../../../testing/plans/query-plans.ts';
import { list } from './list-store.ts';

const parley = service('sqlite');

test.each(['createdAt', '-createdAt'] as const)(
  'a page of messages by %s walks its index without sorting',
  async (sort) => {
    const { db: watched, steps } = explaining(parley.db);
    const what = { reach: ['ws_1'], filters: { conversation: 'conv_1' }, asker: { account: 'acct_1' } };
    for (const after of [undefined, { key: 1, id: 'msg_1' }])
      await list.rows(watched, what, { sort, limit: 20, after });
    const searched = steps.filter((detail) => detail.includes('messages_listed_by_conversation'));
    expect(searched).toEqual([
      expect.stringContaining('(conversation_id=? AND workspace_id=?)'),
      expect.stringMatching(/\(conversation_id=\? AND workspace_id=\? AND \(created_at,id\)[<>]\(\?,\?\)\)/),
    ]);
    // The parts of each message are put in order; the messages are not.
    expect(steps.filter((detail) => /TEMP B-TREE FOR (?!json_group_array)/.test(detail))).toEqual([]);
  },
);
