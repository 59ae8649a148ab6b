import { longType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** When a person was given a conversation by the desk: those who wait longest are next. Decision 0103. */
export const lastGiven: Migration = {
  name: '0058-last-given',
  up: (query, engine) => [query.schema.alterTable('member_availability').addColumn('given_at', longType(engine))],
};
