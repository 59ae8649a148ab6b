import { sql } from 'kysely';
import { longType, textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/**
 * Jobs take turns by account, and those whose target doesn't answer wait apart: decision 0063. A job that a process of
 * the previous version enqueues meanwhile counts as a job of the system.
 */
export const jobsByAccount: Migration = {
  name: '0027-jobs-by-account',
  up: (query, engine) => {
    const jobs = () => query.schema.alterTable('jobs');
    const owner = sql<string>`coalesce((select account_id from workspaces where id = jobs.workspace_id), workspace_id)`;
    return [
      jobs().addColumn('account_id', textType(engine), (column) => column.notNull().defaultTo('system')),
      jobs().addColumn('slow', longType(engine), (column) => column.notNull().defaultTo(0)),
      query.updateTable('jobs').set({ account_id: owner }),
      // Jobs that read from the web have a kind of their own.
      query
        .updateTable('jobs')
        .set({ kind: 'knowledge.crawl' })
        .where('kind', '=', 'knowledge.sync')
        .where('state', '<>', 'running')
        .where('dedupe_key', 'in', (of) =>
          of.selectFrom('knowledge_sources').select('id').where('type', 'in', ['url', 'website']),
        ),
      query.schema.dropIndex('jobs_ready'),
      // A claim walks from account to account, and takes the first job of the workspace whose turn it is.
      query.schema
        .createIndex('jobs_ready')
        .on('jobs')
        .columns(['kind', 'slow', 'account_id', 'workspace_id', 'priority', 'run_at', 'id'])
        .where(sql<boolean>`state = 'ready'`),
    ];
  },
};
