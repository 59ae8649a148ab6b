// @module-tag sql
import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { unmigratedDatabase } from '../../../testing/databases/unmigrated-database.ts';
import { addAccount } from '../../../testing/fixtures/accounts.ts';
import { migrations } from './index.ts';
import { migrate } from './migrate.ts';

describe.each(engines)('0027, on %s', (engine) => {
  test('gives queued jobs to their accounts, and crawls a kind of their own', async () => {
    const db = await unmigratedDatabase(engine);
    const now = Date.now;
    await migrate(db, { migrations: migrations.slice(0, 26), now });
    const [workspace = ''] = await addAccount(db, 'one', 1);
    const job = (id: string, { of, key, state = 'ready' }: { of: string; key: string; state?: string }) =>
      raw(`insert into jobs (id, workspace_id, kind, payload, state, priority, run_at, created_at, dedupe_key)
           values ('${id}', '${of}', 'knowledge.sync', '{}', '${state}', 0, 1, 1, '${key}')`);
    const source = (id: string, type: string) =>
      raw(`insert into knowledge_sources (id, workspace_id, type, name, name_folded, status, created_at, updated_at)
           values ('${id}', '${workspace}', '${type}', '', '', 'queued', 1, 1)`);
    await db.write([
      source('src_site', 'website'),
      source('src_page', 'url'),
      source('src_text', 'text'),
      job('job_1', { of: workspace, key: 'src_site' }),
      job('job_2', { of: workspace, key: 'src_page', state: 'waiting' }),
      job('job_3', { of: workspace, key: 'src_text' }),
      job('job_4', { of: workspace, key: 'src_site', state: 'running' }),
      job('job_5', { of: 'system', key: 'all' }),
      job('job_6', { of: 'ws_gone', key: 'src_gone' }),
    ]);
    expect(await migrate(db, { migrations: migrations.slice(0, 27), now })).toEqual(['0027-jobs-by-account']);
    const rows = await db.read(db.query.selectFrom('jobs').select(['account_id', 'kind', 'slow']).orderBy('id'));
    expect(rows.map(({ account_id: account, kind, slow }) => [account, kind, Number(slow)])).toEqual([
      ['acct_one', 'knowledge.crawl', 0],
      ['acct_one', 'knowledge.crawl', 0],
      ['acct_one', 'knowledge.sync', 0],
      ['acct_one', 'knowledge.sync', 0],
      ['system', 'knowledge.sync', 0],
      ['ws_gone', 'knowledge.sync', 0],
    ]);
  });
});
