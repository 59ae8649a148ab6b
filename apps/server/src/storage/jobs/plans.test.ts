// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { databaseOf } from '../../../testing/databases/migrated-database.ts';
import type { Database } from '../database.ts';
import type { NewRow } from '../tables.ts';
import { type Compiled, statement } from '../unit.ts';
import { claimed, left, lookedAhead } from './running/claim.ts';
import * as store from './store.ts';

/** Enough rows that reading them all is never the cheaper plan. */
const rows = 20_000;

describe.each(engines)('the queries of jobs, on %s', (engine) => {
  const database = databaseOf(engine);

  /** The plan of a statement as text. */
  const planOf = async (db: Database, { sql, parameters }: Compiled<unknown>): Promise<string> => {
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
    const found = await db.read<Record<string, unknown>>({ sql: `${explain} ${sql}`, parameters });
    return found.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
  };

  test('use indexes while many jobs are queued', async () => {
    const db = database();
    for (let from = 0; from < rows; from += 500) {
      const made = Array.from({ length: 500 }, (_, index): NewRow<'jobs'> => {
        const number = from + index;
        const state = number % 10 === 0 ? 'waiting' : 'ready';
        const row = {
          id: `job_${number}`,
          workspace_id: `ws_${number % 50}`,
          account_id: `acct_${number % 25}`,
          kind: `kind_${number % 3}`,
          payload: '{}',
        };
        return { ...row, state, priority: 0, run_at: number, created_at: number, attempts: 0, lease: 0, beat: 0 };
      });
      await db.write([statement(db.query.insertInto('jobs').values(made))]);
    }
    await db.write([{ sql: 'analyze jobs', parameters: [] }]);
    const queries = {
      claim: claimed(db, {
        ...({ kind: 'kind_1', slow: 0, after: 'acct_2', busy: ['acct_3', 'acct_4'], jobs: 4 } as const),
        turns: new Map([
          ['acct_20', 'ws_20'],
          ['acct_5', 'ws_30'],
        ]),
      }),
      look: lookedAhead(db, { kinds: ['kind_0', 'kind_1', 'kind_2', 'kind_3'] }),
      left: left(db, { kind: 'kind_1', slow: 0 }),
      promote: store.promote(db, 10),
      finish: store.finish(db, { id: 'job_1', lease: 1 }),
    };
    for (const [name, query] of Object.entries(queries)) {
      const plan = await planOf(db, query);
      expect(plan, name).toMatch(/jobs_\w+|sqlite_autoindex_jobs_1/);
      // Nor all jobs of a state, nor all of a workspace to sort them: only the workspaces found are sorted.
      const reads = plan.split('\n').filter((line) => /Seq Scan on jobs|^SCAN (?:jobs|first)|ANY\(kind\)/.test(line));
      expect(reads, `${name}:\n${plan}`).toEqual([]);
      const sorts = plan.match(/Sort Key: (?!walked_1\.place)|TEMP B-TREE FOR ORDER BY/g) ?? [];
      expect(sorts.length, `${name}:\n${plan}`).toBe(engine === 'sqlite' && name === 'claim' ? 1 : 0);
    }
  });
});
