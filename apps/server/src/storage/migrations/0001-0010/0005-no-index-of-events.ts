import type { Migration } from '../migration.ts';

/** Drops an index that nothing reads: every write has an event, and paid for it. */
export const noIndexOfEvents: Migration = {
  name: '0005-no-index-of-events',
  up: (query) => [query.schema.dropIndex('events_by_workspace')],
};
