import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { orNull, timeOrNull } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { fieldsField, idFilter, listQuery, sortField, timeFilters, type WithFields } from '../../../schemas/lists.ts';
import { ownFilters } from '../../../schemas/metadata.ts';
import { Agent, statusName } from '../schema.ts';

const AgentActivity = Type.Object({
  conversations: Type.Integer({
    minimum: 0,
    description:
      'Number of conversations that were created in the last 30 days, including today, without those of the ' +
      'playground; days are in UTC.',
    examples: [140],
  }),
  lastActiveAt: timeOrNull(
    'Time of its latest conversation or message, however long ago',
    'null if it has no conversation',
  ),
});
/** Use of an agent. */
export type AgentActivity = Static<typeof AgentActivity>;

/** An agent of a list. */
export const ListedAgent = Type.Object(
  {
    ...Agent.properties,
    activity: Type.Optional(
      orNull(
        AgentActivity,
        'Use of the agent; null if the caller may not read its conversations. Absent unless `includeActivity` is true.',
      ),
    ),
  },
  { title: 'ListedAgent' },
);

/** The parameters of the list. */
export const AgentQuery = listQuery({
  workspaceId: idFilter('Only agents of this workspace', ids.workspace),
  status: Type.Optional(statusName('Only agents with this status; absent for all.')),
  model: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxCharacters.model,
      description: 'Only agents with this model; without a provider, with this model of any provider. Absent for all.',
      examples: ['openai/gpt-5-mini'],
    }),
  ),
  ...ownFilters({ kind: 'agents', externalId: 'support-eu', name: 'Support' }),
  ...timeFilters('created', 'agents created'),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxCharacters.search,
      description: 'Only agents whose name or description contains this text; absent for all.',
      examples: ['support'],
    }),
  ),
  ...timeFilters('updated', 'agents that changed for the last time'),
  includeActivity: Type.Optional(
    Type.Boolean({
      description:
        'True to return `activity` of each agent: its conversations of the last 30 days, and its latest activity.',
      examples: [true],
    }),
  ),
  fields: fieldsField('name,externalId'),
  sort: sortField(['createdAt', 'updatedAt', 'name']),
});
/** A query of the list. */
export type AgentSelection = WithFields<Static<typeof AgentQuery>>;
