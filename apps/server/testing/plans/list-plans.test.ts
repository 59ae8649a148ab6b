import { describe, expect, test } from 'vitest';
import * as agents from '../../src/features/agents/lists/list-store.ts';
import { list as conversations } from '../../src/features/conversations/lists/list-store.ts';
import { findOpen } from '../../src/features/conversations/removal/channel-store.ts';
import { readDeliveries, readWebhooks } from '../../src/features/webhooks/list-store.ts';
import { noFilters } from '../fixtures/large-texts.ts';
import { service } from '../harness.ts';
import { explaining } from './query-plans.ts';

describe('the plan of a list', () => {
  const parley = service('sqlite');
  const sorts = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'name', '-name'] as const;
  const index = { createdAt: 'creation', updatedAt: 'update', name: 'name', lastMessageAt: 'message' };
  const keyOf = (sort: string) => sort.replace('-', '') as keyof typeof index;

  test.each(sorts)('agents of one workspace by %s: one pass over the index, without sorting', async (sort) => {
    const { db, steps } = explaining(parley.db);
    const query = { sort, limit: 20, includeTotal: false, status: 'active' } as const;
    await agents.read(db, ['ws_1'], { query, models: ['a', 'builtin/a'], account: 'acc_1' });
    expect(steps.filter((step) => /agents/.test(step))).toEqual([
      `SEARCH agents USING INDEX agents_listed_by_${index[keyOf(sort)]} (workspace_id=?)`,
    ]);
    expect(steps.join()).not.toContain('FOR ORDER BY');
  });

  test.each(sorts)('all agents of one workspace by %s: one pass, and a look for the next page', async (sort) => {
    const { db, steps } = explaining(parley.db);
    await agents.read(db, ['ws_1'], {
      query: { sort, limit: 20, includeTotal: false },
      models: undefined,
      account: 'acc_1',
    });
    const list = `INDEX agents_listed_by_${index[keyOf(sort)]} (workspace_id=?)`;
    expect(steps.filter((step) => /agents/.test(step)).toSorted()).toEqual([
      `SEARCH agents USING COVERING ${list}`,
      `SEARCH agents USING ${list}`,
    ]);
    expect(steps.join()).not.toContain('FOR ORDER BY');
  });

  test('webhooks and their deliveries: one pass over an index, and what waits from one that holds nothing else', async () => {
    const { db, steps } = explaining(parley.db);
    const page = { sort: '-createdAt', limit: 20, includeTotal: false } as const;
    await readDeliveries(db, 'ws_1', { webhook: 'webhook_1', home: 'acct_1', query: page, account: 'acc_1' });
    expect(steps.join('\n')).toContain('INDEX webhook_deliveries_by_webhook (webhook_id=?)');
    await readWebhooks(db, ['ws_1'], { query: page, account: 'acc_1' });
    const plan = steps.join('\n');
    expect(plan).toContain('INDEX webhooks_by_workspace (workspace_id=?)');
    expect(plan).toContain('INDEX webhook_deliveries_pending (webhook_id=?)');
    expect(plan).toMatch(/SEARCH event_log .*\(account_id=\? AND position>\?\)/);
    expect(plan).not.toContain('ORDER BY');
    expect(plan).not.toMatch(/^.*SCAN (webhook|event)/m);
  });

  test.each(['-createdAt', 'updatedAt', '-lastMessageAt'] as const)(
    'conversations of one workspace by %s: one pass over the index, without sorting',
    async (sort) => {
      const { db, steps } = explaining(parley.db);
      await conversations.rows(
        db,
        { reach: ['ws_1'], filters: { ...noFilters, status: 'open' }, asker: { account: 'acc_1' } },
        { sort, limit: 20, after: undefined },
      );
      expect(steps.filter((step) => /conversations/.test(step))).toEqual([
        `SEARCH conversations USING INDEX conversations_listed_by_${index[keyOf(sort)]} (workspace_id=?)`,
      ]);
      expect(steps.join()).not.toContain('FOR ORDER BY');
    },
  );

  test.each([
    ['updatedAt', { updatedFrom: 1 }, 'update (workspace_id=? AND updated_at>?)'],
    ['-updatedAt', { updatedFrom: 1, updatedUntil: 2 }, 'update (workspace_id=? AND updated_at>? AND updated_at<?)'],
    ['updatedAt', { agent: 'agent_1', updatedFrom: 1 }, 'update (workspace_id=? AND updated_at>?)'],
    ['lastMessageAt', { messageFrom: 1 }, 'message (workspace_id=? AND last_message_at>?)'],
  ] as const)('conversations since a time by %s: only those, in order: %j', async (sort, since, range) => {
    const { db, steps } = explaining(parley.db);
    const what = { reach: ['ws_1'], filters: { ...noFilters, ...since }, asker: { account: 'acc_1' } };
    await conversations.rows(db, what, { sort, limit: 20, after: undefined });
    const plan = steps.join('\n');
    expect(plan).toMatch(/^.*SEARCH conversations USING .*INDEX/m);
    expect(plan).toContain(`conversations_listed_by_${range}`);
    expect(plan).not.toContain('ORDER BY');
  });

  test('conversations of one visitor, and of a thread of a messenger: not those of others in the channel', async () => {
    const { db, steps } = explaining(parley.db);
    const filters = { ...noFilters, onlyChannel: 'channel_1', onlyUser: 'user_1' };
    const page = { sort: '-createdAt', limit: 20, after: undefined } as const;
    await conversations.rows(db, { reach: ['ws_1'], filters, asker: { account: 'acc_1' } }, page);
    await findOpen(db, 'ws_1', { channel: 'channel_1', user: 'user_1', thread: 'order-1' });
    const looks = steps.filter((step) => /conversations/.test(step) && !step.includes('(id=?)'));
    const mine = 'INDEX conversations_listed_by_visitor (channel_id=? AND user_id=? AND workspace_id=?';
    expect(looks.filter((step) => !step.includes(mine))).toEqual([]);
    expect(looks).toHaveLength(2);
  });

  test('conversations that wait or failed: by their indexes, without a scan of conversations or messages', async () => {
    const page = { sort: '-lastMessageAt', limit: 20, after: undefined } as const;
    const stepsOf = async (filters: { waiting: 1 } | { failed: 1 }) => {
      const { db, steps } = explaining(parley.db);
      const asker = { account: 'acc_1' };
      await conversations.rows(db, { reach: ['ws_1'], filters: { ...noFilters, ...filters }, asker }, page);
      return steps;
    };
    const waiting = await stepsOf({ waiting: 1 });
    expect(waiting.join('\n')).toMatch(
      /SEARCH conversations USING (?:COVERING )?INDEX conversations_waiting \(workspace_id=\? AND waiting_since>\?\)/,
    );
    expect(waiting.join()).not.toMatch(/SCAN conversations|messages/);
    const failed = (await stepsOf({ failed: 1 })).join('\n');
    expect(failed).toContain('SEARCH failed USING COVERING INDEX messages_failed_by_conversation (workspace_id=?)');
    expect(failed).toMatch(/SEARCH later USING INDEX messages_listed_by_conversation \(conversation_id=\? AND/);
    expect(failed).not.toMatch(/SCAN (?:failed|later|messages)/);
  });

  test.each(['-lastMessageAt', 'createdAt', 'updatedAt'] as const)(
    'trials of the playground, and others, by %s',
    async (sort) => {
      const stepsOf = async (which: { trials: 1 } | { noTrials: 1 }) => {
        const { db, steps } = explaining(parley.db);
        const filters = { ...noFilters, ...which };
        const what = { reach: ['ws_1'], filters, asker: { account: 'acc_1' } };
        await conversations.rows(db, what, { sort, limit: 20, after: undefined });
        return steps;
      };
      const trials = await stepsOf({ trials: 1 });
      expect(trials[0]).toBe(
        `SEARCH conversations USING INDEX conversations_of_playground_by_${index[keyOf(sort)]} (workspace_id=?)`,
      );
      expect(trials.join()).not.toContain('ORDER BY');
      const others = await stepsOf({ noTrials: 1 });
      expect(others).toContain(
        `SEARCH conversations USING INDEX conversations_listed_by_${index[keyOf(sort)]} (workspace_id=?)`,
      );
      expect(others).toContain('SEARCH trial USING COVERING INDEX conversations_listed_by_playground (id=?)');
      expect(others.join()).not.toContain('ORDER BY');
    },
  );

  test('conversations that a person has taken over: by their own index', async () => {
    const { db, steps } = explaining(parley.db);
    const page = { sort: '-lastMessageAt', limit: 20, after: undefined } as const;
    const filters = { ...noFilters, takenBy: 'user_1' };
    await conversations.rows(db, { reach: ['ws_1'], filters, asker: { account: 'acc_1' } }, page);
    const plan = steps.join('\n');
    expect(plan).toContain('INDEX conversations_listed_by_taker (taken_by=? AND workspace_id=?)');
    expect(plan).not.toContain('ORDER BY');
  });

  test('conversations of one user, by another order: sorted before their JSON is built', async () => {
    const { db, steps } = explaining(parley.db);
    await conversations.rows(
      db,
      { reach: ['ws_1'], filters: { ...noFilters, user: 'user_1' }, asker: { account: 'acc_1' } },
      { sort: '-updatedAt', limit: 20, after: undefined },
    );
    expect(steps).toContain('CO-ROUTINE page');
  });

  test('agents of several workspaces: one pass over the index for each', async () => {
    const { db, steps } = explaining(parley.db);
    const query = { sort: '-createdAt', limit: 20, includeTotal: false } as const;
    await agents.read(db, ['ws_1', 'ws_2'], { query, models: undefined, account: 'acc_1' });
    const passes = steps.filter((step) => step.includes('agents_listed_by_creation (workspace_id=?)'));
    expect(passes).toHaveLength(2);
  });
});
