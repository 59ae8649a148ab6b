import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { longType, textType } from '../columns.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** Former names of types of events. */
const renamed = {
  'message.feedback': 'message.rated',
  'knowledge_source.review': 'knowledge_source.needs_review',
};

/** Columns of an event that come with this version; null for what an earlier one wrote. */
const added = ['changes', 'request_id', 'address', 'client'] as const;

/**
 * Events get a position in the log of their account, which is their key: decision 0085. On PostgreSQL, positions in the
 * order of commits can't be known before the commit, so events arrive in the former table, into which processes of the
 * earlier version still write.
 */
export const eventLog: Migration = {
  name: '0041-event-log',
  up: (query, engine) => {
    const make = table(query, engine);
    // An event that a process of the version before commits meanwhile is neither copied nor deleted.
    const taken =
      engine === 'postgres'
        ? sql`with taken as (delete from events returning *)`
        : sql`with taken as (select * from events)`;
    const moved = sql`${taken}
      insert into event_log (account_id, position, workspace_id, type, actor, data, created_at)
      select account_id,
        created_at * 1000 + row_number() over (partition by account_id, created_at order by id) - 1,
        workspace_id, type, actor, data, created_at
      from taken order by id`;
    return [
      oneTree(
        make('event_log', {
          account_id: 'text',
          position: 'long',
          workspace_id: 'text?',
          type: 'text',
          actor: 'text',
          data: 'text',
          changes: 'text?',
          request_id: 'text?',
          address: 'text?',
          client: 'text?',
          created_at: 'long',
        })
          .addPrimaryKeyConstraint('event_log_position', ['account_id', 'position'])
          .addForeignKeyConstraint('event_log_account', ['account_id'], 'accounts', ['id']),
        engine,
      ),
      { compile: () => moved.compile(query) },
      ...Object.entries(renamed).map(([type, name]) =>
        query.updateTable('event_log').set({ type: name }).where('type', '=', type),
      ),
      ...(engine === 'postgres' ? arrivals(query, engine) : [query.schema.dropTable('events')]),
      make('event_seals', {
        account_id: 'text',
        log: 'text',
        position: 'long',
        first_position: 'long',
        events: 'long',
        previous: 'text',
        hash: 'text',
        sealed_at: 'long',
      }).addPrimaryKeyConstraint('event_seals_key', ['account_id', 'log', 'position']),
      query.schema.createIndex('event_seals_newest').unique().on('event_seals').columns(['account_id', 'position']),
      query.schema
        .alterTable('workspaces')
        .addColumn('audit_texts', longType(engine), (column) => column.notNull().defaultTo(0)),
    ];
  },
};

/**
 * On SQLite, puts the rows into the tree of their key. A write then changes a page less, and a range of events takes a
 * quarter less time.
 */
const oneTree = (made: CreateTableBuilder<string, string>, engine: Engine) =>
  engine === 'sqlite' ? made.modifyEnd(sql`without rowid`) : made;

/** Makes the former table one of events without a position, in the order of their inserts. */
const arrivals = (query: Kysely<Tables>, engine: Engine): Compilable[] => [
  query.schema.alterTable('events').dropConstraint('events_pkey'),
  query.schema.alterTable('events').alterColumn('id', (column) => column.dropNotNull()),
  ...added.map((column) => query.schema.alterTable('events').addColumn(column, textType(engine))),
  query.schema
    .alterTable('events')
    .addColumn('seq', sql`bigint generated always as identity`, (column) => column.primaryKey()),
];
