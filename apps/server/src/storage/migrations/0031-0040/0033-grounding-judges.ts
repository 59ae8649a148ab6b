import { promptsLast } from '../0001-0010/0007-covering-indexes.ts';
import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** The judge of an agent's grounded replies: decision 0073. */
export const groundingJudges: Migration = {
  name: '0033-grounding-judges',
  up: (query, engine) => [
    query.schema
      .alterTable('agents')
      .addColumn('grounding_judge', textType(engine), (column) => column.notNull().defaultTo('rules')),
    ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
  ],
};
