import { type Static, Type } from 'typebox';
import { exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { isoTime, mostlyNull, nameField } from '../../schemas/fields.ts';
import { maxCharacters } from '../../schemas/limits.ts';
import {
  externalIdChange,
  externalIdField,
  externalIdShown,
  MetadataFilter,
  metadataField,
  metadataShown,
  StoredFilter,
} from '../../schemas/metadata.ts';
import { AgentHandover, HandoverDraft } from './handover/schema.ts';
import { AgentTools, ToolsDraft } from './tools/schema.ts';

/** The agent of the examples. */
const names = {
  name: 'Support',
  description: 'Answers questions about orders.',
  systemPrompt: 'You are a friendly support agent of a bookshop. Answer briefly.',
  model: 'openai/gpt-5-mini',
  temperature: 0.3,
};

/** Max knowledge sources of one agent. */
export const maxSources = 100;

const Name = nameField({
  most: 200,
  maxLength: 1000,
  description: 'Agent name: 1 to 200 characters after trimming.',
  example: names.name,
});
const Description = Type.String({
  maxLength: 2000,
  description: 'Agent description: up to 2,000 characters. Empty unless set.',
  examples: [names.description],
});
const SystemPrompt = Type.String({
  maxLength: maxCharacters.systemPrompt,
  description: 'System prompt of the agent: up to 100,000 characters. Empty unless set.',
  examples: [names.systemPrompt],
});
const Model = Type.String({
  minLength: 1,
  maxLength: maxCharacters.model,
  description:
    'Name of the language model, as `provider/name`; `GET /api/models` lists them. A name without a provider is ' +
    'stored with the only provider that has it. The default model of the instance unless set.',
  examples: [names.model],
});
/** Max models of one agent that answer if its own fails. */
const maxFallbackModels = 3;
const fallbacks =
  'Models that answer if `model` fails before its first token, in this order; max 3, each named as `model`, none ' +
  'twice. Empty unless set.';
const FallbackModels = Type.Array(Model, {
  maxItems: maxFallbackModels,
  uniqueItems: true,
  description: fallbacks,
  examples: [['anthropic/claude-sonnet-4-5']],
});
const Temperature = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'Response temperature from 0 to 1; 0.7 unless set at creation.',
  examples: [names.temperature],
});
const statuses = ['active', 'inactive'] as const;
/** The status of an agent, with a description. */
export const statusName = (description: string) =>
  Type.Unsafe<(typeof statuses)[number]>(Type.String({ enum: [...statuses], description }));
const StatusName = statusName(
  '`active` (the default) or `inactive`: an inactive agent can be read and edited, but accepts no message.',
);
const SourceIds = Type.Array(Type.String({ minLength: 1, maxLength: maxCharacters.id }), {
  examples: [[]],
  maxItems: maxSources,
  uniqueItems: true,
  description:
    'Identifiers of the knowledge sources attached to the agent: max 100, all of its workspace. Empty unless set.',
});
const answerModes = ['open', 'grounded'] as const;
/** `grounded` if an agent must not answer without its knowledge sources. */
const AnswerMode = Type.Unsafe<(typeof answerModes)[number]>(
  Type.String({
    enum: [...answerModes],
    description:
      '`open` (the default): the agent may answer without its knowledge sources. `grounded`: only what ' +
      'passages of them support is delivered. Other sentences are removed; if none is left, the reply says that it ' +
      'doesn’t know, and the question is kept as unanswered.',
  }),
);
const judges = ['rules', 'model'] as const;
/** `model` if an agent's own model judges, beside the rules, what its grounded replies say. */
const GroundingJudge = Type.Unsafe<(typeof judges)[number]>(
  Type.String({
    enum: [...judges],
    description:
      'Judge of what a `grounded` reply says. `rules` (the default) compare its words, numbers and names with the ' +
      'passages. `model`: the agent’s own model judges as well, at the cost of one more call; the reply is shown when ' +
      'it has been judged. If the model fails, the rules decide alone.',
  }),
);
const Rerank = Type.Boolean({
  description:
    'True if the agent’s own model orders what its searches find, at the cost of one more call. False unless set.',
  examples: [false],
});
const filtered =
  'Its searches find only documents whose metadata, or else that of their source, matches; null for all, which is the ' +
  'default. So one source serves agents of several regions.';
const KnowledgeFilter = mostlyNull(MetadataFilter, filtered);
const ownId = 'support-eu';
const ownData = { team: 'support' };
const ExternalId = Type.Optional(externalIdField('workspace'));
const OwnData = Type.Optional(metadataField(ownData));
/** The workspace of a new agent. */
export const WorkspaceId = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: maxCharacters.id,
    description:
      'Identifier of the workspace. By default the only one that the caller reaches; required if there are several.',
    examples: [ids.workspace],
  }),
);
const Id = 'Agent identifier, assigned by the service.';
const Workspace = 'Identifier of the workspace that owns the agent.';
const CreatedAt = `Time of creation: ${isoTime}.`;
const UpdatedAt = `Time of the last accepted update: ${isoTime}. Every update moves it forward.`;

/** An agent as the API returns it: the eleven fields of the contract, how it answers, and your own data. */
export const Agent = Type.Object(
  {
    _id: Type.String({ description: Id, examples: [ids.agent] }),
    name: Type.String({ description: 'Agent name.', examples: [names.name] }),
    description: Type.String({ description: 'Agent description; empty unless set.', examples: [names.description] }),
    systemPrompt: Type.String({
      description: 'System prompt of the agent; empty unless set.',
      examples: [names.systemPrompt],
    }),
    model: Type.String({
      description: 'Name of the language model used by the agent; the default model of the instance unless set.',
      examples: [names.model],
    }),
    temperature: Type.Number({
      description: 'Response temperature, range 0 to 1; 0.7 unless set.',
      examples: [names.temperature],
    }),
    status: StatusName,
    workspace: Type.String({ description: Workspace, examples: [ids.workspace] }),
    knowledgeSources: Type.Array(Type.String(), {
      description: 'Identifiers of the knowledge sources attached to the agent, in the order in which they were set.',
      examples: [[]],
    }),
    fallbackModels: Type.Array(Type.String(), { description: fallbacks, examples: [['anthropic/claude-sonnet-4-5']] }),
    answerMode: AnswerMode,
    groundingJudge: GroundingJudge,
    rerank: Rerank,
    knowledgeFilter: mostlyNull(StoredFilter, filtered),
    tools: AgentTools,
    handover: AgentHandover,
    externalId: externalIdShown(ownId),
    metadata: metadataShown(ownData),
    createdAt: Type.String({ format: 'date-time', description: CreatedAt, examples: [times.created] }),
    updatedAt: Type.String({ format: 'date-time', description: UpdatedAt, examples: [times.updated] }),
  },
  { title: 'Agent' },
);
export type Agent = Static<typeof Agent>;

/** The body that creates an agent. */
export const AgentDraft = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    systemPrompt: Type.Optional(SystemPrompt),
    workspaceId: WorkspaceId,
    model: Type.Optional(Model),
    fallbackModels: Type.Optional(FallbackModels),
    temperature: Type.Optional(Temperature),
    knowledgeSources: Type.Optional(SourceIds),
    answerMode: Type.Optional(AnswerMode),
    groundingJudge: Type.Optional(GroundingJudge),
    rerank: Type.Optional(Rerank),
    knowledgeFilter: Type.Optional(KnowledgeFilter),
    tools: Type.Optional(ToolsDraft),
    handover: Type.Optional(HandoverDraft),
    externalId: ExternalId,
    metadata: OwnData,
  },
  {
    additionalProperties: false,
    title: 'AgentDraft',
    'x-shown': ['name', 'systemPrompt', 'temperature'],
    'x-hints': { status: 'A new agent is active; to change its status, send PUT /api/agents/{id}.' },
  },
);
export type AgentDraft = Static<typeof AgentDraft>;

/** Fields that the service owns: allowed in an update when equal to the stored value, so that a read can be echoed. */
const readOnlyFields = {
  _id: Type.Optional(Type.String({ description: `${Id} Read-only.`, examples: [ids.agent] })),
  workspace: Type.Optional(Type.String({ description: `${Workspace} Read-only.`, examples: [ids.workspace] })),
  createdAt: Type.Optional(Type.String({ description: `${CreatedAt} Read-only.`, examples: [times.created] })),
  updatedAt: Type.Optional(Type.String({ description: `${UpdatedAt} Read-only.`, examples: [times.updated] })),
};

/** The body that updates an agent; absent fields stay unchanged. */
export const AgentChanges = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    systemPrompt: Type.Optional(SystemPrompt),
    model: Type.Optional(Model),
    fallbackModels: Type.Optional(FallbackModels),
    temperature: Type.Optional(Temperature),
    status: Type.Optional(StatusName),
    knowledgeSources: Type.Optional(SourceIds),
    answerMode: Type.Optional(AnswerMode),
    groundingJudge: Type.Optional(GroundingJudge),
    rerank: Type.Optional(Rerank),
    knowledgeFilter: Type.Optional(KnowledgeFilter),
    tools: Type.Optional(ToolsDraft),
    handover: Type.Optional(HandoverDraft),
    metadata: OwnData,
    externalId: externalIdChange('workspace'),
    ...readOnlyFields,
  },
  { additionalProperties: false, title: 'AgentChanges', 'x-shown': ['temperature'] },
);
export type AgentChanges = Static<typeof AgentChanges>;

/** The path of one agent. */
export const AgentPath = Type.Object({
  id: Type.String({ description: 'Agent identifier.', examples: [ids.agent] }),
});
