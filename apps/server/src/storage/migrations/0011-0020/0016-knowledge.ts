import { CompiledQuery } from 'kysely';
import type { Compilable } from '../../unit.ts';
import { promptsLast } from '../0001-0010/0007-covering-indexes.ts';
import { answerTables } from '../knowledge/answers.ts';
import { searchTables } from '../knowledge/search.ts';
import { sourceTables } from '../knowledge/sources.ts';
import type { Migration } from '../migration.ts';
import { morePostgresTriggers } from '../quotas/postgres.ts';
import { knowledgeCounts, knowledgeSources } from '../quotas/sources.ts';
import { moreSqliteTriggers } from '../quotas/sqlite.ts';

const raw = (text: string): Compilable => ({ compile: () => CompiledQuery.raw(text) });

/** Knowledge sources: their content by version, its index, and what agents answer from it. See decision 0040. */
export const knowledge: Migration = {
  name: '0016-knowledge',
  up: (query, engine) => [
    ...sourceTables(query, engine),
    ...searchTables(query, engine),
    ...answerTables(query, engine),
    ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
    ...(engine === 'postgres' ? morePostgresTriggers : moreSqliteTriggers)(knowledgeSources).map(raw),
    raw(
      `insert into quota_counts (account_id, kind, slot, used) select account_id, kind, 0, used from (${knowledgeCounts}) as counted`,
    ),
  ],
};
