import { sql } from 'kysely';
import { longType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Jobs, their schedules, and agents whose history is being deleted by one. */
export const jobs: Migration = {
  name: '0002-jobs',
  up: (query, engine) => {
    const make = table(query, engine);
    const index = (name: string, columns: string[]) => query.schema.createIndex(name).on('jobs').columns(columns);
    return [
      make('jobs', {
        id: 'id',
        workspace_id: 'text',
        kind: 'text',
        payload: 'text',
        state: 'text',
        priority: 'long',
        run_at: 'long',
        created_at: 'long',
        attempts: ['long', 0],
        lease: ['long', 0],
        beat: ['long', 0],
        dedupe_key: 'text?',
        error: 'text?',
      }),
      // A claim walks from workspace to workspace, and takes the first job of each.
      index('jobs_ready', ['kind', 'workspace_id', 'priority', 'run_at', 'id']).where(sql<boolean>`state = 'ready'`),
      index('jobs_waiting', ['run_at']).where(sql<boolean>`state = 'waiting'`),
      index('jobs_running', ['id']).where(sql<boolean>`state = 'running'`),
      index('jobs_dead', ['run_at']).where(sql<boolean>`state = 'dead'`),
      index('jobs_by_kind', ['kind', 'state', 'run_at', 'id']),
      index('jobs_by_key', ['kind', 'workspace_id', 'dedupe_key'])
        .unique()
        .where(sql<boolean>`dedupe_key is not null and state in ('ready', 'waiting')`),
      make('job_schedules', { kind: 'id', pattern: 'text', next_at: 'long' }),
      // Rows come and go: without frequent vacuums, a claim would walk over dead index entries.
      ...(engine === 'postgres'
        ? [sql`alter table jobs set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`].map((raw) => ({
            compile: () => raw.compile(query),
          }))
        : []),
      query.schema.alterTable('agents').addColumn('deleted_at', longType(engine)),
      query.schema
        .createIndex('agents_deleted')
        .on('agents')
        .columns(['workspace_id'])
        .where(sql<boolean>`deleted_at is not null`),
    ];
  },
};
