import { type Static, Type } from 'typebox';
import { priorityField } from '../../../schemas/conversations/assignment.ts';
import { bounds, ratingName, statusField, userIdField } from '../../../schemas/conversations/conversation.ts';
import { scoreField } from '../../../schemas/conversations/satisfaction.ts';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { idFilter, listQuery, sortField, timeFilters } from '../../../schemas/lists.ts';

/** The filters of a list or an export. */
export const filters = {
  workspaceId: idFilter('Only conversations of this workspace', ids.workspace),
  channelId: idFilter('Only conversations of this channel', ids.channel),
  status: Type.Optional(statusField('Only conversations with this status; absent for all.')),
  userId: Type.Optional(userIdField('Only conversations of this end user; absent for all.')),
  rating: Type.Optional(ratingName('Only conversations whose latest rated reply has this rating; absent for all.')),
  satisfaction: Type.Optional(scoreField('Only conversations whose visitor gave this score, 1 to 5; absent for all.')),
  tag: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: bounds.tagCharacters,
      description: 'Only conversations with exactly this tag, upper and lower case apart; absent for all.',
      examples: ['shipping'],
    }),
  ),
  takenBy: idFilter('Only conversations that this person has taken over; `me` is the person who asks', ids.user),
  assignee: idFilter(
    'Only conversations for which this person is responsible; `me` is the person who asks, `none` is for those that ' +
      'have no such person',
    ids.user,
  ),
  team: idFilter('Only conversations of this team', ids.team),
  priority: Type.Optional(priorityField('Only conversations with this priority; absent for all.')),
  snoozed: Type.Optional(
    Type.Boolean({
      description: 'Only conversations that rest, or with false only others; absent for both.',
      examples: [false],
    }),
  ),
  waiting: Type.Optional(
    Type.Boolean({
      description:
        'Only conversations in which a person has to write next: their status is `human`, and the visitor was handed ' +
        'over or spoke last; absent or false for all.',
      examples: [true],
    }),
  ),
  failed: Type.Optional(
    Type.Boolean({
      description:
        'Only conversations whose latest reply failed, in which no person has written since, and that are not ' +
        'closed; absent or false for all.',
      examples: [true],
    }),
  ),
  playground: Type.Optional(
    Type.Boolean({
      description: 'Only trials of the playground, or with false only other conversations; absent for both.',
      examples: [false],
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxCharacters.search,
      description:
        'Only conversations that have all of these words in one message, in any language, or whose title contains ' +
        'this text; absent for all. The last word may be the beginning of one.',
      examples: ['late parcel'],
    }),
  ),
  ...timeFilters('created', 'conversations created'),
  ...timeFilters('updated', 'conversations that changed for the last time'),
  ...timeFilters('lastMessage', 'conversations whose latest message was sent'),
};
/** The filter of lists that are not of one agent. */
export const agentFilter = { agentId: idFilter('Only conversations with this agent', ids.agent) };

const sorts = ['createdAt', 'updatedAt', 'lastMessageAt'] as const;

const shown = {
  includeUnread: Type.Boolean({
    default: false,
    description: 'True to add `unread` to each conversation; false by default.',
    examples: [true],
  }),
  sort: sortField(sorts),
};

/** The parameters of the list, and of the list of one agent. */
export const ConversationQuery = listQuery({ ...agentFilter, ...filters, ...shown });
export type ConversationQuery = Static<typeof ConversationQuery>;
const { workspaceId: _, ...filtersOfAgent } = filters;
export const AgentConversationQuery = listQuery({ ...filtersOfAgent, ...shown });
export type AgentConversationQuery = Static<typeof AgentConversationQuery>;

/** The filters and the order of a list of one workspace, as a view keeps them: nothing is filled in. */
export const KeptFilters = Type.Object(
  {
    ...agentFilter,
    ...filtersOfAgent,
    sort: Type.Optional(
      Type.Unsafe<ConversationQuery['sort']>(
        Type.String({
          enum: sorts.flatMap((key) => [key, `-${key}`]),
          description: 'Order of the list; `-` is descending. Newest first if it is absent.',
          examples: ['-lastMessageAt'],
        }),
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'Filters and order of the list: parameters of `GET /api/conversations`.',
    'x-shown': ['status', 'tag'],
  },
);
export type KeptFilters = Static<typeof KeptFilters>;
