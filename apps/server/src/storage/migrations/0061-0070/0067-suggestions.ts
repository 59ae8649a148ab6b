import { table } from '../foundation/table.ts';
import type { Migration } from '../migration.ts';

/** The cost of suggestions to people at the desk, by day and agent: decision 0112. */
export const suggestions: Migration = {
  name: '0067-suggestions',
  up: (query, engine) => [
    table(query, engine)('suggestion_days', {
      ...{ workspace_id: 'text', day: 'long', agent_id: 'text' },
      ...{ suggestions: 'long', input_tokens: 'long', output_tokens: 'long' },
    }).addPrimaryKeyConstraint('suggestion_days_pk', ['workspace_id', 'day', 'agent_id']),
  ],
};
