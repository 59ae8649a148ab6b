import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** Adds the parts of replies; null, as in every existing row, if they follow from text and citations. */
export const replyParts: Migration = {
  name: '0004-reply-parts',
  up: (query, engine) => [query.schema.alterTable('messages').addColumn('parts', textType(engine))],
};
