import type { Kysely } from 'kysely';
import type { Engine } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import type { Compilable } from '../../unit.ts';
import { stamps, table } from './table.ts';

/** Agents and their knowledge sources. */
export function agents(query: Kysely<Tables>, engine: Engine): Compilable[] {
  const make = table(query, engine);
  const index = (name: string, columns: string[]) => query.schema.createIndex(name).on('agents').columns(columns);
  return [
    make('agents', {
      id: 'id',
      workspace_id: 'text',
      name: 'text',
      description: 'text',
      system_prompt: 'text',
      model: 'text',
      temperature: 'text',
      status: 'text',
      version: 'long',
      ...stamps,
      name_folded: 'text',
      description_folded: 'text',
    }).addForeignKeyConstraint('agents_workspace', ['workspace_id'], 'workspaces', ['id']),
    index('agents_by_creation', ['workspace_id', 'created_at', 'id']),
    index('agents_by_update', ['workspace_id', 'updated_at', 'id']),
    index('agents_by_name', ['workspace_id', 'name_folded', 'id']),
    make('knowledge_sources', {
      id: 'id',
      workspace_id: 'text',
      type: 'text',
      name: 'text',
      status: 'text',
      ...stamps,
    }).addForeignKeyConstraint('knowledge_sources_workspace', ['workspace_id'], 'workspaces', ['id']),
    query.schema
      .createIndex('knowledge_sources_by_creation')
      .on('knowledge_sources')
      .columns(['workspace_id', 'created_at', 'id']),
    make('agent_sources', { workspace_id: 'text', agent_id: 'text', source_id: 'text', position: 'long' })
      .addPrimaryKeyConstraint('agent_sources_key', ['agent_id', 'source_id'])
      .addForeignKeyConstraint('agent_sources_agent', ['agent_id'], 'agents', ['id'], (key) => key.onDelete('cascade'))
      .addForeignKeyConstraint('agent_sources_source', ['source_id'], 'knowledge_sources', ['id']),
    query.schema.createIndex('agent_sources_by_source').on('agent_sources').columns(['source_id', 'agent_id']),
  ];
}
