import { access } from '../foundation/access.ts';
import { agents } from '../foundation/agents.ts';
import { bookkeeping } from '../foundation/bookkeeping.ts';
import { conversations } from '../foundation/conversations.ts';
import { people } from '../foundation/people.ts';
import type { Migration } from '../migration.ts';

/** The schema of the first version. */
export const foundation: Migration = {
  name: '0001-foundation',
  up: (query, engine) => [
    ...people(query, engine),
    ...access(query, engine),
    ...agents(query, engine),
    ...conversations(query, engine),
    ...bookkeeping(query, engine),
  ],
};
