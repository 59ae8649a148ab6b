import { type Static, type TSchema, Type } from 'typebox';
import { exampleIds as ids, exampleConversation as shown, exampleTimes as times } from '../examples.ts';
import { mostlyNull, orNull, textLike, timeField, timeOrNull } from '../fields.ts';
import { maxCharacters } from '../limits.ts';
import { metadataField } from '../metadata.ts';
import { assignment, assignmentChanges } from './assignment.ts';
import { satisfactionField } from './satisfaction.ts';
import { FormAnswers, PageContext, VisitorInfo } from './visitors.ts';

/** The limits of a conversation's own fields. */
export const bounds = {
  userId: 200,
  title: 200,
  tags: 20,
  tagCharacters: 50,
} as const;

/** Statuses of a conversation: its agent replies (`open`), a person replies (`human`), or no one does (`closed`). */
export const statuses = ['open', 'human', 'closed'] as const;
export type ConversationStatus = (typeof statuses)[number];
/** The feedback on a reply. */
export const ratings = ['positive', 'negative'] as const;
export type Rating = (typeof ratings)[number];

/** An identifier in a request. */
export const idField = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: maxCharacters.id, description, examples: [example] });

/** Your ID for the end user, in a request. */
export const userIdField = (description: string) =>
  Type.String({ minLength: 1, maxLength: bounds.userId, description, examples: [shown.userId] });
const Title = Type.String({
  minLength: 1,
  maxLength: bounds.title,
  description: 'Title: 1 to 200 characters. The beginning of the first message, at most 80 characters, unless set.',
  examples: [shown.title],
});
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: bounds.tagCharacters }), {
  maxItems: bounds.tags,
  uniqueItems: true,
  description: 'Tags: max 20, each 1 to 50 characters. Empty unless set.',
  examples: [shown.tags],
});
/** The caller's own data in a conversation. */
export const Metadata = metadataField(shown.metadata);
/** True if a new conversation is a trial. */
export const Playground = Type.Boolean({
  description:
    'True for a trial, as in the playground of the dashboard: the statistics count it apart. False unless set; ' +
    'a visitor can’t set it.',
  examples: [false],
});
/** A conversation's status. The description is that of the field. */
export const statusField = (description: string) =>
  Type.Unsafe<ConversationStatus>(Type.String({ enum: statuses, description }));
/** A rating. The description is that of the field. */
export const ratingName = (description?: string) =>
  Type.Unsafe<Rating>(Type.String({ enum: ratings, ...(description !== undefined && { description }) }));

const tokens = {
  inputTokens: Type.Integer({ minimum: 0, description: 'Number of tokens in the prompts.', examples: [182] }),
  outputTokens: Type.Integer({ minimum: 0, description: 'Number of tokens in the replies.', examples: [24] }),
};
/** The tokens of a reply; of a conversation, the sum over its replies. */
export const Usage = Type.Object(tokens);

/** A conversation as the API returns it. */
export const Conversation = Type.Object(
  {
    _id: Type.String({
      description: 'Conversation identifier, assigned by the service.',
      examples: [ids.conversation],
    }),
    agent: Type.String({ description: 'Identifier of the agent to which it belongs.', examples: [ids.agent] }),
    answeringAgent: mostlyNull(
      textLike(ids.agent),
      'Identifier of the agent to which it was handed over, and which replies; null while its own agent does.',
    ),
    workspace: Type.String({ description: 'Identifier of the workspace of the agent.', examples: [ids.workspace] }),
    channel: mostlyNull(textLike(ids.channel), 'Identifier of the channel; null for a conversation of the API.'),
    userId: orNull(textLike(shown.userId), 'Your ID for the end user; null if none was set.'),
    title: Type.String({
      description:
        'Title; the beginning of the first message, at most 80 characters, unless set, and empty before that message.',
      examples: [shown.title],
    }),
    status: statusField(
      '`open`: the agent replies. `human`: a person has taken over, and the model stays silent. `closed`: no ' +
        'message is accepted.',
    ),
    takenBy: mostlyNull(
      textLike(ids.user),
      'User identifier of the person who has taken over; null unless the status is `human`.',
    ),
    waitingSince: timeOrNull('Since when its visitor waits for a person', 'null if no person has to write next', null),
    ...assignment,
    tags: Type.Array(Type.String(), { description: 'Tags; empty unless set.', examples: [shown.tags] }),
    metadata: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Your own data; empty unless set.',
      examples: [shown.metadata],
    }),
    visitor: mostlyNull(
      VisitorInfo,
      'Data about the visitor of a chat on the web; null if nothing is known, and for other conversations.',
    ),
    playground: Type.Boolean({
      description: 'True for a trial, as in the playground of the dashboard: the statistics count it apart.',
      examples: [false],
    }),
    messageCount: Type.Integer({ minimum: 0, description: 'Number of messages, replies included.', examples: [2] }),
    lastMessageAt: timeOrNull('Time of the latest message', 'null if there is no message', times.updated),
    turn: mostlyNull(textLike(ids.reply), 'Identifier of the reply that is being written; null if none is.'),
    usage: Type.Object(tokens, { description: 'Tokens of all replies together.' }),
    rating: mostlyNull(ratingName(), 'Feedback on the latest rated reply; null if no reply is rated.'),
    satisfaction: satisfactionField,
    createdAt: timeField('Time of creation'),
    updatedAt: timeField('Time of the last change', times.updated),
  },
  { title: 'Conversation' },
);
export type Conversation = Static<typeof Conversation>;

/** The body that creates a conversation; every field is optional. */
export const ConversationDraft = Type.Object(
  {
    userId: Type.Optional(userIdField('Your ID for the end user: 1 to 200 characters. None unless set.')),
    title: Type.Optional(Title),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(Metadata),
    playground: Type.Optional(Playground),
    form: Type.Optional(FormAnswers),
    context: Type.Optional(PageContext),
  },
  { additionalProperties: false, title: 'ConversationDraft', 'x-shown': ['userId', 'title', 'tags', 'metadata'] },
);
export type ConversationDraft = Static<typeof ConversationDraft>;

/** Fields that the service owns: allowed in an update when equal to the stored value, so that a read can be echoed. */
export const readOnly = [
  ...([
    '_id',
    'agent',
    'workspace',
    'channel',
    'userId',
    'visitor',
    'playground',
    'answeringAgent',
    'takenBy',
    'waitingSince',
    'messageCount',
    'lastMessageAt',
  ] as const),
  ...(['turn', 'usage', 'rating', 'satisfaction', 'createdAt', 'updatedAt'] as const),
] as const;
const { properties: stored } = Conversation;
const echoed = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional({ ...schema, description: `${(schema as { description?: string }).description} Read-only.` } as Schema);

/** The body that updates a conversation; absent fields stay unchanged. */
export const ConversationChanges = Type.Object(
  {
    title: Type.Optional({
      ...Title,
      minLength: 0,
      description: 'Title: 1 to 200 characters. An empty one is accepted if the stored one is empty.',
      examples: ['Late parcel'],
    } as typeof Title),
    tags: Type.Optional(Tags),
    metadata: Type.Optional(Metadata),
    ...assignmentChanges,
    status: Type.Optional(
      statusField(
        '`closed` closes the conversation; `open` reopens it. `human` is accepted if a person has taken over.',
      ),
    ),
    _id: echoed(stored._id),
    agent: echoed(stored.agent),
    workspace: echoed(stored.workspace),
    channel: echoed(stored.channel),
    userId: echoed(stored.userId),
    visitor: Type.Optional(
      mostlyNull(
        Type.Record(Type.String(), Type.Unknown()),
        'Data about the visitor of a chat on the web; null if nothing is known. Read-only.',
      ),
    ),
    playground: echoed(stored.playground),
    answeringAgent: echoed(stored.answeringAgent),
    takenBy: echoed(stored.takenBy),
    waitingSince: echoed(stored.waitingSince),
    messageCount: echoed(stored.messageCount),
    lastMessageAt: echoed(stored.lastMessageAt),
    turn: echoed(stored.turn),
    usage: echoed(stored.usage),
    rating: echoed(stored.rating),
    satisfaction: Type.Optional(
      mostlyNull(
        Type.Record(Type.String(), Type.Unknown()),
        'Satisfaction of the visitor; null without an answer. Read-only.',
      ),
    ),
    createdAt: echoed(stored.createdAt),
    updatedAt: echoed(stored.updatedAt),
  },
  { additionalProperties: false, title: 'ConversationChanges', 'x-shown': ['title', 'tags'] },
);
export type ConversationChanges = Static<typeof ConversationChanges>;

/** The parameters of a deletion by end user. */
export const EraseQuery = Type.Object(
  {
    userId: userIdField('Your ID for the end user whose conversations are deleted.'),
    workspaceId: Type.Optional(
      idField(
        'Only conversations of this workspace; absent for every workspace that the caller administers.',
        ids.workspace,
      ),
    ),
  },
  { additionalProperties: false },
);
export type EraseQuery = Static<typeof EraseQuery>;

/** The path of one conversation. */
export const ConversationPath = Type.Object({
  id: Type.String({ description: 'Conversation identifier.', examples: [ids.conversation] }),
});
/** The path of an agent's conversations. */
export const AgentPath = Type.Object({
  id: Type.String({ description: 'Agent identifier.', examples: [ids.agent] }),
});
