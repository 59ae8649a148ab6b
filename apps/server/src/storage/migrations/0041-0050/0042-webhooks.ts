import { CompiledQuery, sql } from 'kysely';
import type { Compilable } from '../../unit.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';
import { morePostgresTriggers } from '../quotas/postgres.ts';
import { webhookSources } from '../quotas/sources.ts';
import { moreSqliteTriggers } from '../quotas/sqlite.ts';

const raw = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/** Webhooks of workspaces, and what was delivered to them: decision 0086. */
export const webhooks: Migration = {
  name: '0042-webhooks',
  up: (query, engine) => {
    const make = table(query, engine);
    return [
      make('webhooks', {
        id: 'id',
        workspace_id: 'text',
        url: 'text',
        description: 'text',
        types: 'text',
        agents: 'text',
        status: 'text',
        disabled_reason: 'text?',
        secret: 'text',
        old_secret: 'text?',
        old_secret_until: 'long?',
        version: 'long',
        position: 'long',
        replay_through: 'long',
        resend_after: 'long?',
        resend_through: 'long?',
        missed_through: 'long?',
        failing_since: 'long?',
        last_success_at: 'long?',
        created_at: 'long',
        updated_at: 'long',
        deleted_at: 'long?',
      }).addForeignKeyConstraint('webhooks_workspace', ['workspace_id'], 'workspaces', ['id']),
      query.schema.createIndex('webhooks_by_workspace').on('webhooks').columns(['workspace_id', 'created_at', 'id']),
      query.schema
        .createIndex('webhooks_deleted')
        .on('webhooks')
        .column('id')
        .where(sql<boolean>`deleted_at is not null`),
      make('webhook_deliveries', {
        id: 'id',
        workspace_id: 'text',
        webhook_id: 'text',
        event_position: 'long',
        type: 'text',
        line: 'text',
        state: 'text',
        replayed: 'long',
        attempts: 'long',
        due_at: 'long',
        status: 'long?',
        latency_ms: 'long?',
        error: 'text?',
        reply: 'text?',
        created_at: 'long',
        updated_at: 'long',
      }).addForeignKeyConstraint('webhook_deliveries_webhook', ['webhook_id'], 'webhooks', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
      query.schema
        .createIndex('webhook_deliveries_by_webhook')
        .on('webhook_deliveries')
        .columns(['webhook_id', 'created_at', 'id']),
      query.schema
        .createIndex('webhook_deliveries_pending')
        .on('webhook_deliveries')
        .columns(['webhook_id', 'event_position'])
        .where(sql.ref('state'), '=', sql.lit('pending')),
      ...(engine === 'postgres' ? morePostgresTriggers : moreSqliteTriggers)(webhookSources).map(raw),
    ];
  },
};
