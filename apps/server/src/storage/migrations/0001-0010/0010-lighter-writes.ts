import { CompiledQuery } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Compilable } from '../../unit.ts';
import type { Migration } from '../migration.ts';
import { sqliteLighterTriggers } from '../quotas/sqlite.ts';

const raw = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/**
 * Less to write for each change of an agent on SQLite. A change of the name rewrote the index by creation, which has
 * the texts of searches; now that by name has them, which changes with the name anyway.
 */
export const lighterWrites: Migration = {
  name: '0010-lighter-writes',
  up: (_query, engine: Engine) => (engine === 'sqlite' ? [...indexes, ...sqliteLighterTriggers()].map(raw) : []),
};

const indexes = [
  'drop index agents_listed_by_creation',
  'create index agents_listed_by_creation on agents (workspace_id, created_at, id, status, model, deleted_at)',
  'drop index agents_listed_by_name',
  'create index agents_listed_by_name on agents (workspace_id, name_folded, id, status, model, deleted_at, description_folded)',
];
