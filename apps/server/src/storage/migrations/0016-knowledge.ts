import { answerTables } from './knowledge/answers.ts';
import { searchTables } from './knowledge/search.ts';
import { sourceTables } from './knowledge/sources.ts';
import type { Migration } from './migration.ts';

/** Knowledge sources: their content by version, its index, and what agents answer from it. See decision 0040. */
export const knowledge: Migration = {
  name: '0016-knowledge',
  up: (query, engine) => [
    ...sourceTables(query, engine),
    ...searchTables(query, engine),
    ...answerTables(query, engine),
  ],
};
