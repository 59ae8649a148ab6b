import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { textType } from '../columns.ts';
import type { Migration } from '../migration.ts';

/**
 * Indexes with the columns that lists filter and count by, in place of those without. The new ones have new names, so
 * that an operator of a large PostgreSQL can build them beforehand, without a lock (docs/operations.md).
 */
export const coveringIndexes: Migration = {
  name: '0007-covering-indexes',
  up: (query, engine) => [
    ...(engine === 'sqlite' ? promptsLast(query, engine) : []),
    ...created(query, engine),
    ...replaced.map((name) => query.schema.dropIndex(name)),
  ],
};

/**
 * Moves the prompts behind all other columns. SQLite keeps a long row in a chain of pages and has to follow it to a
 * column, so every check of an agent read through its prompt. PostgreSQL keeps long texts apart.
 */
export function promptsLast(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const agents = query.schema.alterTable('agents');
  return [
    agents.addColumn('prompt', textType(engine), (column) => column.notNull().defaultTo('')),
    { compile: () => sql`update agents set prompt = system_prompt, system_prompt = ''`.compile(query) },
    agents.dropColumn('system_prompt'),
    agents.renameColumn('prompt', 'system_prompt'),
  ];
}

function created(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const index = (table: keyof Tables, by: string, columns: string[]) =>
    query.schema.createIndex(`${table}_listed_by_${by}`).ifNotExists().on(table).columns(columns);
  const ofAgent = ['status', 'model', 'deleted_at'];
  // Searched texts: too long for an index of PostgreSQL, whose entries have at most 2,704 bytes.
  const texts = engine === 'sqlite' ? ['name_folded', 'description_folded'] : [];
  const ofConversation = ['status', 'rating'];
  const created = [...['workspace_id', 'created_at', 'id'], ...['agent_id', 'channel_id', 'user_id']];
  return [
    index('agents', 'creation', ['workspace_id', 'created_at', 'id', ...ofAgent, ...texts]),
    index('agents', 'update', ['workspace_id', 'updated_at', 'id', ...ofAgent]),
    index('agents', 'name', ['workspace_id', 'name_folded', 'id', ...ofAgent]),
    index('conversations', 'creation', [...created, ...ofConversation]),
    index('conversations', 'update', ['workspace_id', 'updated_at', 'id', ...ofConversation]),
    index('conversations', 'message', ['workspace_id', 'last_message_at', 'id', ...ofConversation]),
    // The workspace comes second: a condition more than the indexes above have, so planners prefer these.
    index('conversations', 'agent', ['agent_id', 'workspace_id', 'created_at', 'id', ...ofConversation]),
    index('conversations', 'user', ['user_id', 'workspace_id', 'created_at', 'id', ...ofConversation]),
    index('conversations', 'channel', ['channel_id', 'workspace_id', 'created_at', 'id', ...ofConversation]).where(
      'channel_id',
      'is not',
      null,
    ),
    index('messages', 'conversation', ['conversation_id', 'workspace_id', 'created_at', 'id']),
  ];
}

const replaced = [
  ...['agents_by_creation', 'agents_by_update', 'agents_by_name'],
  ...['conversations_by_creation', 'conversations_by_update', 'conversations_by_message'],
  ...['conversations_by_agent', 'conversations_by_user', 'conversations_by_channel'],
  'messages_by_conversation',
];
