import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/** The agent to which a conversation was handed over; null while its own agent answers: decision 0097. */
export const answeringAgents: Migration = {
  name: '0049-answering-agents',
  up: (query, engine) => [query.schema.alterTable('conversations').addColumn('answering_agent_id', textType(engine))],
};
