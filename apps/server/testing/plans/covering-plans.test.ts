// @module-tag sql
import { beforeAll, describe, expect, test } from 'vitest';
import * as agents from '../../src/features/agents/lists/list-store.ts';
import { list as conversations } from '../../src/features/conversations/lists/list-store.ts';
import { list as messages } from '../../src/features/conversations/messages/list-store.ts';
import { countConversations, countMessages } from '../../src/features/conversations/removal/agent-store.ts';
import { readActivity } from '../../src/features/statistics/activity-store.ts';
import { answersByChannel, answersByPerson } from '../../src/features/statistics/satisfaction-store.ts';
import * as statistics from '../../src/features/statistics/store.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Compiled } from '../../src/storage/unit.ts';
import { engines } from '../databases/engines.ts';
import { databaseOf } from '../databases/migrated-database.ts';
import { addOthers, addTenant, noFilters, tenant } from '../fixtures/large-texts.ts';
import { pagesRead, planOf, recording } from './pages-read.ts';

const page = { limit: 1, includeTotal: true } as const;
const { workspace, agent, conversation } = tenant('long');
const scan = { account: 'acc_1', narrow: '' };

type AgentsQuery = Parameters<typeof agents.read>[2]['query'];
const readAgents = (db: Database, reach: readonly string[], query: AgentsQuery) => {
  const models = query.model === undefined ? undefined : [query.model, `builtin/${query.model}`];
  return agents.read(db, reach, { query, models, account: scan.account });
};

/** Reads that count: by the filters of a list, or of an agent's dependents and the statistics. */
const counts: Record<string, (db: Database) => Promise<unknown>> = {
  agents: (db) => readAgents(db, [workspace], { ...page, sort: '-createdAt' }),
  'agents of several workspaces': (db) => readAgents(db, [workspace, 'ws_other'], { ...page, sort: '-createdAt' }),
  'agents by status': (db) => readAgents(db, [workspace], { ...page, sort: 'name', status: 'active' }),
  'agents by model': (db) => readAgents(db, [workspace], { ...page, sort: 'updatedAt', model: 'builtin/echo' }),
  ...Object.fromEntries(
    Object.entries({
      conversations: {},
      'conversations by status': { status: 'closed' },
      'conversations that are trials': { trials: 1 as const },
      'conversations that are no trials': { noTrials: 1 as const },
      'conversations by rating': { rating: 'negative' },
      'conversations by agent': { agent },
      'conversations by agent and status': { agent, status: 'closed' },
      'conversations by channel': { channel: tenant('long').channel },
      'conversations by user': { user: 'user_1' },
      'conversations by user and rating': { user: 'user_1', rating: 'negative' },
      'conversations by time': { from: 1, until: 2_000_000_000_000 },
      'conversations by change': { updatedFrom: 1, updatedUntil: 2_000_000_000_000 },
      'conversations by agent and time': { agent, from: 1, until: 2_000_000_000_000 },
    }).map(([name, filters]) => {
      const what = { scan, reach: [workspace], filters: { ...noFilters, ...filters } };
      return [name, (db: Database) => conversations.read(db, what, { ...page, sort: '-createdAt' })];
    }),
  ),
  'messages of a conversation': (db) =>
    messages.read(db, { scan, reach: [workspace], filters: { conversation } }, { ...page, sort: 'createdAt' }),
  'the conversations of an agent': (db) => countConversations(db, workspace, agent),
  'the messages of an agent': (db) => countMessages(db, workspace, agent),
  'the statistics of an agent': (db) =>
    statistics.countConversations(db, workspace, { agent, from: 1, until: 2_000_000_000_000, which: 'all' }),
  'the statistics of messages': (db) =>
    statistics.countMessages(db, workspace, { agent: undefined, from: 1, until: 2_000_000_000_000, which: 'all' }),
};

/** The query of a read that counts. */
async function countOf(db: Database, read: (db: Database) => Promise<unknown>): Promise<Compiled<unknown>> {
  const recorded = recording(db);
  await read(recorded.db);
  const [query, ...others] = recorded.queries.filter(({ sql }) => sql.includes('count(*)'));
  if (query === undefined || others.length > 0) throw new Error('The read has not one query that counts.');
  return query;
}

describe.each(engines)('what is counted, on %s', (engine) => {
  const database = databaseOf(engine);

  beforeAll(async () => {
    await addTenant(database(), 'long', 60_000);
    await addTenant(database(), 'short', 100);
    await addOthers(database());
  });

  test.each(Object.entries(counts))('%s: is in an index', async (_name, read) => {
    const plan = await planOf(database(), await countOf(database(), read));
    const steps = plan.split('\n').map((step) => step.trim());
    // The agent of a filter is looked up once, by its ID.
    const reads = steps.filter(
      (step) => /\b(?:SEARCH|SCAN|Scan)\b/.test(step) && !/CONSTANT ROW|SUBQUERY|\balive\b/.test(step),
    );
    expect(reads.length, plan).toBeGreaterThan(0);
    for (const step of reads)
      expect(step, plan).toMatch(/USING COVERING INDEX \w+_(?:listed_)?by_|Index Only Scan using/);
  });

  test('the activity of agents: a range of one index, and the end of another', async () => {
    const recorded = recording(database());
    await readActivity(recorded.db, { agents: [agent], reach: [workspace], now: 2_000_000_000_000 });
    const [query, ...others] = recorded.queries;
    if (query === undefined || others.length > 0) throw new Error('The activity is not one query.');
    const plan = await planOf(database(), query);
    const reads = plan.split('\n').filter((step) => /(?:SEARCH|Scan).* counted(?:_1)?\b/.test(step));
    expect(reads, plan).toEqual([
      expect.stringMatching(/(?:COVERING INDEX|Index Only Scan using) conversations_listed_by_agent/),
      expect.stringMatching(/(?:COVERING INDEX|Index Only Scan(?: Backward)? using) conversations_active_by_agent/),
    ]);
  });

  test.each([
    ['by channel', answersByChannel],
    ['by person', answersByPerson],
  ] as const)('satisfaction %s: a range of one index', async (_name, read) => {
    for (const of of [undefined, agent]) {
      const span = { agent: of, from: 1, until: 2_000_000_000_000, which: 'all' } as const;
      const plan = await planOf(database(), await countOf(database(), (db) => read(db, workspace, span)));
      const reads = plan.split('\n').filter((step) => /(?:SEARCH|SCAN|Scan).* conversations\b/.test(step));
      expect(reads, plan).toEqual([
        expect.stringMatching(/(?:COVERING INDEX|Index Only Scan using) conversations_satisfied\b/),
      ]);
    }
  });

  test.runIf(engine === 'sqlite').each(['createdAt', '-updatedAt', 'name'] as const)(
    'a search for agents by %s: is in indexes, and in order',
    async (sort) => {
      const recorded = recording(database());
      await readAgents(recorded.db, [workspace], { ...page, sort, q: 'zzz' });
      const plans = await Promise.all(recorded.queries.map((query) => planOf(database(), query)));
      const index = { createdAt: 'creation', '-updatedAt': 'update', name: 'name' }[sort];
      for (const plan of plans) {
        expect(plan).toMatch(/SEARCH agents USING COVERING INDEX agents_listed_by_name \(workspace_id=\?\)/);
        expect(plan).not.toMatch(/FOR ORDER BY/);
      }
      expect(plans.join('\n')).toContain(`SEARCH agents USING INDEX agents_listed_by_${index} (workspace_id=?)`);
    },
  );

  /** Reads the same rows of the workspace with long texts and of that with short ones. */
  const pagesOf = async (read: (db: Database, of: ReturnType<typeof tenant>) => Promise<unknown>) => {
    const pages: number[] = [];
    for (const name of ['short', 'long'] as const) {
      const recorded = recording(database());
      await read(recorded.db, tenant(name));
      let sum = 0;
      for (const query of recorded.queries) sum += await pagesRead(database(), query);
      pages.push(sum);
    }
    return { short: pages[0] ?? 0, long: pages[1] ?? 0 };
  };

  const searches = ['-createdAt', 'updatedAt', 'name'] as const;
  test.each(searches)('a search by %s that finds nothing: reads no prompts', async (sort) => {
    const { short, long } = await pagesOf((db, of) =>
      readAgents(db, [of.workspace], { limit: 20, includeTotal: false, sort, q: 'zzz' }),
    );
    // A row of its own has a page of its own, and may have the next one; its prompt has 15 pages and more.
    expect(long).toBeLessThanOrEqual(short + 3 * tenant('long').agents);
    expect(short).toBeGreaterThan(0);
  });

  test('filters and totals: as many pages for long texts as for short ones', async () => {
    const { short, long } = await pagesOf(async (db, of) => {
      const reach = [of.workspace];
      await readAgents(db, reach, { ...page, sort: 'name', status: 'none' as never });
      await readAgents(db, reach, { ...page, sort: 'updatedAt', model: 'none' });
      const filters = { ...noFilters, rating: 'none' };
      await conversations.read(db, { scan, reach, filters }, { ...page, sort: '-lastMessageAt' });
      await countMessages(db, of.workspace, of.agent);
    });
    expect(short).toBeGreaterThan(0);
    expect(long).toBeLessThanOrEqual(short * 1.2 + 10);
  });

  test('whether the agent of a conversation is deleted: not behind its prompt', async () => {
    const { short, long } = await pagesOf((db, of) =>
      conversations.read(
        db,
        { scan, reach: [of.workspace], filters: { ...noFilters, agent: of.agent } },
        { limit: 1, includeTotal: false, sort: 'createdAt' },
      ),
    );
    expect(long).toBeLessThanOrEqual(short + 4);
  });
});
