import { type Static, Type } from 'typebox';
import { orNull } from '../../schemas/fields.ts';
import { listQuery } from '../../schemas/lists.ts';

/** The bounds on what a conversation carries beside its messages. */
export const bounds = {
  userId: 200,
  title: 200,
  tags: 20,
  tagCharacters: 50,
  metadataKeys: 50,
  /** Characters of the metadata as JSON: 16 KiB. */
  metadataCharacters: 16 * 1024,
} as const;

/** Who answers in a conversation: its agent, a person, nobody any more. */
export const statuses = ['open', 'human', 'closed'] as const;
export type ConversationStatus = (typeof statuses)[number];
/** What somebody can think of an answer. */
export const ratings = ['positive', 'negative'] as const;
export type Rating = (typeof ratings)[number];

/** An identifier in a request. */
export const Id = Type.String({ minLength: 1, maxLength: 100 });
/** A time in an answer. */
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601 UTC with milliseconds.' });

const UserId = Type.String({
  minLength: 1,
  maxLength: bounds.userId,
  description: 'Whom the agent talks with, in the caller’s own words.',
});
const Title = Type.String({ minLength: 1, maxLength: bounds.title });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: bounds.tagCharacters }), {
  maxItems: bounds.tags,
  uniqueItems: true,
});
/** What the caller keeps with a conversation. */
export const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: bounds.metadataKeys,
  description: 'Anything of the caller’s: 50 keys and 16 KiB at most.',
});
const Status = Type.Unsafe<ConversationStatus>(
  Type.String({ enum: statuses, description: '`human`: a person has taken over, and the model stays silent.' }),
);
export const RatingName = Type.Unsafe<Rating>(Type.String({ enum: ratings }));

/** The tokens that went in and came out. */
export const Usage = Type.Object({
  inputTokens: Type.Integer({ minimum: 0 }),
  outputTokens: Type.Integer({ minimum: 0 }),
});

/** A conversation as the API answers it. */
export const Conversation = Type.Object(
  {
    _id: Type.String(),
    agent: Type.String({ description: 'The agent that answers.' }),
    workspace: Type.String(),
    channel: orNull(Type.String({ description: 'The channel through which it came; null for the API.' })),
    userId: orNull(Type.String()),
    title: Type.String(),
    status: Status,
    takenBy: orNull(Type.String({ description: 'The person who has taken over.' })),
    tags: Type.Array(Type.String()),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    messageCount: Type.Integer({ minimum: 0 }),
    lastMessageAt: orNull(Time),
    turn: orNull(Type.String({ description: 'The answer that is being written at this moment.' })),
    usage: Usage,
    rating: orNull(RatingName),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Conversation' },
);
export type Conversation = Static<typeof Conversation>;

/** What a conversation is made from; all of it may be left out. */
export const ConversationDraft = Type.Object(
  {
    userId: Type.Optional(UserId),
    title: Type.Optional(Title),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(Metadata),
  },
  { additionalProperties: false, title: 'ConversationDraft' },
);
export type ConversationDraft = Static<typeof ConversationDraft>;

/** What may change; what is absent stays. */
export const ConversationChanges = Type.Object(
  {
    title: Type.Optional(Title),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(Metadata),
    status: Type.Optional(
      Type.Unsafe<'open' | 'closed'>(
        Type.String({ enum: ['open', 'closed'], description: 'Closes it or opens it again.' }),
      ),
    ),
  },
  { additionalProperties: false, title: 'ConversationChanges' },
);
export type ConversationChanges = Static<typeof ConversationChanges>;

/** Which conversations are meant. */
const filters = {
  workspaceId: Type.Optional(Id),
  channelId: Type.Optional(Id),
  status: Type.Optional(Status),
  userId: Type.Optional(UserId),
  rating: Type.Optional(RatingName),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'The title contains this.' })),
  createdAfter: Type.Optional(Type.String({ format: 'date-time', description: 'Begun then or later.' })),
  createdBefore: Type.Optional(Type.String({ format: 'date-time', description: 'Begun earlier.' })),
};
const agentFilter = { agentId: Type.Optional(Id) };

const sorts = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'lastMessageAt', '-lastMessageAt'] as const;

/** An order of conversations; `-` is descending. */
export type ConversationSort = (typeof sorts)[number];
const sort = { sort: Type.Unsafe<ConversationSort>(Type.String({ enum: sorts, default: '-createdAt' })) };

/** The parameters of the list, and of the list of one agent. */
export const ConversationQuery = listQuery({ ...agentFilter, ...filters, ...sort });
export type ConversationQuery = Static<typeof ConversationQuery>;
const { workspaceId: _, ...filtersOfAgent } = filters;
export const AgentConversationQuery = listQuery({ ...filtersOfAgent, ...sort });
export type AgentConversationQuery = Static<typeof AgentConversationQuery>;

/** What an export takes, and in which form: the filters of the list. */
export const ExportQuery = Type.Object(
  {
    format: Type.Unsafe<'jsonl' | 'csv'>(
      Type.String({
        enum: ['jsonl', 'csv'],
        default: 'jsonl',
        description: '`jsonl`: a conversation a line, with its messages; `csv`: a message a line.',
      }),
    ),
    ...agentFilter,
    ...filters,
  },
  { additionalProperties: false },
);
export type ExportQuery = Static<typeof ExportQuery>;

/** Whose conversations are deleted, and where; in every workspace that the caller administers where none is named. */
export const EraseQuery = Type.Object(
  { userId: UserId, workspaceId: Type.Optional(Id) },
  { additionalProperties: false },
);
export type EraseQuery = Static<typeof EraseQuery>;

/** The path of one conversation. */
export const ConversationPath = Type.Object({ id: Type.String({ description: 'The conversation identifier.' }) });
/** The path of what belongs to one agent. */
export const AgentPath = Type.Object({ id: Type.String({ description: 'The agent identifier.' }) });
