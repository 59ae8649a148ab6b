import { CompiledQuery, sql } from 'kysely';
import type { Compilable } from '../../unit.ts';
import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';
import { postgresTriggers } from '../quotas/postgres.ts';
import { realCounts } from '../quotas/sources.ts';
import { sqliteTriggers } from '../quotas/sqlite.ts';

const raw = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/**
 * Counts what each account has by quota, with triggers: decision 0027. The triggers come before the first count, so a
 * process of the previous version may write meanwhile.
 */
export const quotaCounts: Migration = {
  name: '0008-quota-counts',
  up: (query, engine) => {
    const counts = table(query, engine)('quota_counts', {
      account_id: 'text',
      kind: 'text',
      slot: 'long',
      used: 'long',
    })
      .addPrimaryKeyConstraint('quota_counts_key', ['account_id', 'kind', 'slot'])
      .addForeignKeyConstraint('quota_counts_account', ['account_id'], 'accounts', ['id'], (key) =>
        key.onDelete('cascade'),
      );
    return [
      // Room in each page, so that a counter's new version stays beside the old one and no index changes.
      engine === 'postgres' ? counts.modifyEnd(sql`with (fillfactor = 50)`) : counts,
      query.schema
        .createIndex('api_keys_by_expiry')
        .on('api_keys')
        .columns(['account_id', 'expires_at'])
        .where(sql<boolean>`revoked_at is null`),
      query.schema.createIndex('invitations_by_expiry').on('invitations').columns(['workspace_id', 'expires_at']),
      ...(engine === 'postgres' ? postgresTriggers() : sqliteTriggers()).map(raw),
      raw(
        `insert into quota_counts (account_id, kind, slot, used) select account_id, kind, 0, used from (${realCounts}) as counted`,
      ),
    ];
  },
};
