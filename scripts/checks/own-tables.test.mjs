// @module-tag pure

import { describe, expect, it } from 'vitest';
import { sharedTables } from './own-tables.mjs';

describe('the check that each table has one feature', () => {
  it('accepts tables that files of one feature write to, and reads from anywhere', () => {
    const files = /** @type {const} */ ([
      ['agents/store.ts', "db.query.insertInto('agents')"],
      ['agents/list-store.ts', "db.query.updateTable('agents')"],
      ['keys/store.ts', "db.query.selectFrom('agents')"],
    ]);
    expect(sharedTables(files)).toEqual([]);
  });

  it.each(['insertInto', 'updateTable', 'deleteFrom'])('refuses %s in a second feature', (verb) => {
    const files = /** @type {[string, string][]} */ ([
      ['agents/store.ts', "db.query.insertInto('agents')"],
      ['keys/store.ts', `db.query.${verb}(\n  'agents as a')`],
    ]);
    expect(sharedTables(files)).toEqual([{ table: 'agents', files: ['agents/store.ts', 'keys/store.ts'] }]);
  });
});
