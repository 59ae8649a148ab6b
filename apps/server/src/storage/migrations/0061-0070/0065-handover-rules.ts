import { promptsLast } from '../0001-0010/0007-covering-indexes.ts';
import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** The rules by which agents hand conversations over to people; null while all are off. Decision 0108. */
export const handoverRules: Migration = {
  name: '0065-handover-rules',
  up: (query, engine) => [
    query.schema.alterTable('agents').addColumn('handover', textType(engine)),
    ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
  ],
};
