import { type Static, Type } from 'typebox';
import { nameField } from '../../schemas/fields.ts';
import { listQuery } from '../../schemas/lists.ts';

/** The most knowledge sources of one agent. */
const maxSources = 100;

const Name = nameField({
  most: 200,
  maxLength: 1000,
  description: 'Agent name: 1 to 200 characters after trimming.',
});
const Description = Type.String({ maxLength: 2000, description: 'Agent description.' });
const SystemPrompt = Type.String({ maxLength: 100_000, description: 'System prompt of the agent.' });
const Model = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Name of the language model, as `provider/name`; `GET /api/models` has some.',
});
const Temperature = Type.Number({ minimum: 0, maximum: 1, description: 'Response temperature.' });
const Status = Type.Union([Type.Literal('active'), Type.Literal('inactive')]);
const StatusName = Type.Unsafe<Static<typeof Status>>(
  Type.String({
    enum: ['active', 'inactive'],
    description: 'An inactive agent can be read and edited and answers nobody.',
  }),
);
const SourceIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: maxSources,
  uniqueItems: true,
  description: 'Identifiers of the knowledge sources attached to the agent, of the same workspace.',
});
const Time = Type.String({ format: 'date-time', description: 'ISO 8601 UTC with milliseconds.' });

/** An agent as the API answers it: the eleven fields of the contract. */
export const Agent = Type.Object(
  {
    _id: Type.String({ description: 'Agent identifier, assigned by the service.' }),
    name: Type.String(),
    description: Type.String(),
    systemPrompt: Type.String(),
    model: Type.String(),
    temperature: Type.Number(),
    status: StatusName,
    workspace: Type.String({ description: 'Identifier of the workspace that owns the agent.' }),
    knowledgeSources: Type.Array(Type.String()),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Agent' },
);
export type Agent = Static<typeof Agent>;

/** What would be deleted together with an agent. */
export const AgentDependents = Type.Object(
  {
    channels: Type.Integer({ minimum: 0 }),
    conversations: Type.Integer({ minimum: 0 }),
    messages: Type.Integer({ minimum: 0 }),
  },
  { title: 'AgentDependents' },
);
export type AgentDependents = Static<typeof AgentDependents>;

/** What an agent is made from. */
export const AgentDraft = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    systemPrompt: Type.Optional(SystemPrompt),
    workspaceId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'The workspace; the key’s own where it is left out.' }),
    ),
    model: Type.Optional(Model),
    temperature: Type.Optional(Temperature),
    knowledgeSources: Type.Optional(SourceIds),
  },
  { additionalProperties: false, title: 'AgentDraft' },
);
export type AgentDraft = Static<typeof AgentDraft>;

/** Fields that the service owns: allowed in an update when equal to the stored value, so that a read can be echoed. */
const readOnlyFields = {
  _id: Type.Optional(Type.String()),
  workspace: Type.Optional(Type.String()),
  createdAt: Type.Optional(Type.String()),
  updatedAt: Type.Optional(Type.String()),
};

/** What an update may change; what is absent stays. */
export const AgentChanges = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    systemPrompt: Type.Optional(SystemPrompt),
    model: Type.Optional(Model),
    temperature: Type.Optional(Temperature),
    status: Type.Optional(StatusName),
    knowledgeSources: Type.Optional(SourceIds),
    ...readOnlyFields,
  },
  { additionalProperties: false, title: 'AgentChanges' },
);
export type AgentChanges = Static<typeof AgentChanges>;

const sorts = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'name', '-name'] as const;

/** An order of agents; `-` is descending. */
export type AgentSort = (typeof sorts)[number];

/** The parameters of the list. */
export const AgentQuery = listQuery({
  workspaceId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  status: Type.Optional(StatusName),
  model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Name or description contains this.' })),
  sort: Type.Unsafe<AgentSort>(Type.String({ enum: sorts, default: '-createdAt' })),
});
export type AgentQuery = Static<typeof AgentQuery>;

/** The path of one agent. */
export const AgentPath = Type.Object({ id: Type.String({ description: 'The agent identifier.' }) });
