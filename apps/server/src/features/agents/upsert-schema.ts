import { type Static, Type } from 'typebox';
import { externalIdField } from '../../schemas/metadata.ts';
import { AgentChanges, AgentDraft, WorkspaceId } from './schema.ts';

const { _id, workspace, createdAt, updatedAt, externalId, ...changes } = AgentChanges.properties;

/** The body that creates or updates an agent by its external ID. */
export const AgentUpsert = Type.Object(changes, {
  additionalProperties: false,
  title: 'AgentUpsert',
  'x-shown': ['name', 'systemPrompt', 'temperature'],
  'x-hints': { externalId: 'It is in the path; to change it, send PUT /api/agents/{id}.' },
});
export type AgentUpsert = Static<typeof AgentUpsert>;

/** The path of an agent by its external ID. */
export const ExternalAgentPath = Type.Object({ externalId: externalIdField('workspace') });

/** The query of such a request. */
export const AgentUpsertQuery = Type.Object({ workspaceId: WorkspaceId }, { additionalProperties: false });

/** The body that duplicates an agent. */
export const AgentCopy = Type.Object(
  { name: changes.name, externalId: AgentDraft.properties.externalId },
  { additionalProperties: false, title: 'AgentCopy', 'x-shown': ['name'] },
);
export type AgentCopy = Static<typeof AgentCopy>;
