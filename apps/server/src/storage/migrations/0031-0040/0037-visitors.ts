import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** Data about the visitor of a conversation: answers to a form, and the page around the chat. Decision 0078. */
export const visitors: Migration = {
  name: '0037-visitors',
  up: (query, engine) =>
    ['visitor_form', 'visitor_page'].map((column) =>
      query.schema.alterTable('conversations').addColumn(column, textType(engine)),
    ),
};
