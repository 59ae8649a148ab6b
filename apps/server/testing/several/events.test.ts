// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../databases/engines.ts';
import { hasRedis } from '../databases/redis.ts';
import { send } from '../request.ts';
import { severalServices } from './services.ts';

const hasPostgres = engines.includes('postgres');

const buses = [
  { name: 'with Redis', withRedis: true, run: hasPostgres && hasRedis },
  { name: 'without Redis', withRedis: false, run: hasPostgres },
];

describe.each(buses)('events of several processes, $name', ({ withRedis, run }) => {
  describe.runIf(run)('on PostgreSQL', () => {
    const services = severalServices({ withRedis });

    const pageAt = async (index: number, key: string, query: string) => {
      const reply = await send(services.at(index).url, { path: `/api/events?${query}`, key });
      expect(reply.status, reply.text).toBe(200);
      return reply.json()['data'] as unknown as {
        items: { type: string; _id: string; data: Record<string, string> }[];
        cursor: string;
      };
    };

    test('a reader of one process waits for an event of another', async () => {
      const alice = await services.at(0).person({ plan: 'business' });
      const key = await alice.key();
      const client = await alice.client();
      const { cursor } = await pageAt(1, key, 'limit=100');
      const waiting = pageAt(1, key, `wait=30&cursor=${cursor}`);
      const { _id } = await client.agents.create({ name: 'Elsewhere' });
      const { items } = await waiting;
      expect(items.map(({ type, data }) => [type, data['agent']])).toEqual([['agent.created', _id]]);
    });

    test('readers of all processes see the same log while all of them write', async () => {
      const alice = await services.at(0).person({ plan: 'business' });
      const key = await alice.key();
      const { cursor: start } = await pageAt(0, key, 'limit=100');
      const made = 60;
      const follow = async (index: number) => {
        const seen: string[] = [];
        for (let cursor = start; seen.length < made; ) {
          const page = await pageAt(index, key, `wait=5&limit=7&types=agent.created&cursor=${cursor}`);
          seen.push(...page.items.map(({ _id }) => _id));
          cursor = page.cursor;
        }
        return seen;
      };
      const readers = [0, 1, 2].map(follow);
      await Promise.all(
        Array.from({ length: made }, (_, number) =>
          send(services.at(number % 3).url, {
            ...{ method: 'POST', path: '/api/agents', key },
            body: { name: `Agent ${number}`, workspaceId: alice.workspace },
          }),
        ),
      );
      const [first, ...others] = await Promise.all(readers);
      expect(new Set(first).size).toBe(made);
      for (const other of others) expect(other).toEqual(first);
    });
  });
});
