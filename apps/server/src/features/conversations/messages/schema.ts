import { type Static, Type } from 'typebox';
import { orNull } from '../../../schemas/fields.ts';
import { listQuery } from '../../../schemas/lists.ts';
import { Conversation, Id, Metadata, RatingName, Time, Usage } from '../schema.ts';

/** The most characters of a message. */
const maxContent = 100_000;

const messageStatuses = ['streaming', 'complete', 'failed', 'cancelled'] as const;
const roles = ['user', 'assistant', 'human'] as const;
/** How far a message has come; only an answer is ever anything but `complete`. */
export type MessageStatus = (typeof messageStatuses)[number];

const Content = Type.String({
  minLength: 1,
  maxLength: maxContent,
  pattern: '\\S',
  'x-message': 'must have 1 to 100,000 characters, not all of them white space',
});
const ClientMessageId = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Unique in its conversation: a repeated send into it is answered with the message that it made at first.',
});
const Stream = Type.Boolean({
  description: 'Answer with server-sent events; `Accept: text/event-stream` does the same.',
});

/** What an answer quotes. */
export const Citation = Type.Object(
  {
    source: Type.String({ description: 'The knowledge source.' }),
    title: Type.String(),
    url: orNull(Type.String()),
    quote: Type.String(),
    score: Type.Number(),
  },
  { title: 'Citation' },
);
export type Citation = Static<typeof Citation>;

/** Why an answer failed. */
export const MessageError = Type.Object(
  {
    code: Type.String({ description: 'A code of `Failure`, or `interrupted`.' }),
    message: Type.String(),
    providerStatus: Type.Optional(Type.Integer({ description: 'The HTTP status that the model’s provider answered.' })),
  },
  { title: 'MessageError' },
);
export type MessageError = Static<typeof MessageError>;

/** A message as the API answers it. */
export const Message = Type.Object(
  {
    _id: Type.String(),
    conversation: Type.String(),
    role: Type.Unsafe<(typeof roles)[number]>(
      Type.String({ enum: roles, description: '`human`: a member of the workspace who took over.' }),
    ),
    content: Type.String(),
    status: Type.Unsafe<MessageStatus>(Type.String({ enum: messageStatuses })),
    author: orNull(Type.String({ description: 'The member who wrote it.' })),
    clientMessageId: orNull(Type.String()),
    replyTo: orNull(Type.String({ description: 'The message that an answer answers.' })),
    citations: Type.Array(Citation),
    model: orNull(Type.String()),
    usage: orNull(Usage),
    firstTokenMs: orNull(Type.Integer({ description: 'Milliseconds to the first piece of the answer.' })),
    latencyMs: orNull(Type.Integer({ description: 'Milliseconds to its end.' })),
    feedback: orNull(RatingName),
    feedbackComment: orNull(Type.String()),
    finishReason: orNull(
      Type.String({
        description:
          'Why the answer ended: `stop`, `length`, `content-filter`, `error`, `cancelled` (it was cancelled) or ' +
          '`interrupted` (the server ended).',
      }),
    ),
    error: orNull(MessageError),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

/** What sending a message comes to. */
export const Exchange = Type.Object(
  {
    conversation: Conversation,
    message: Message,
    reply: Type.Union([Message, Type.Null()], { description: 'Null while a person has taken over.' }),
  },
  { title: 'Exchange' },
);
export type Exchange = Static<typeof Exchange>;

/** What a message is made from. */
export const MessageDraft = Type.Object(
  {
    content: Content,
    role: Type.Optional(
      Type.Unsafe<'user' | 'human'>(
        Type.String({
          enum: ['user', 'human'],
          description: '`user` where it is left out; `human` is a reply by a person who has taken over.',
        }),
      ),
    ),
    clientMessageId: Type.Optional(ClientMessageId),
    stream: Type.Optional(Stream),
  },
  { additionalProperties: false, title: 'MessageDraft' },
);
export type MessageDraft = Static<typeof MessageDraft>;

/** What takes the place of an agent's own settings for one answer; the bounds are those of an agent's draft. */
export const TrialSettings = Type.Object(
  {
    systemPrompt: Type.Optional(Type.String({ maxLength: 100_000 })),
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  },
  {
    additionalProperties: false,
    title: 'TrialSettings',
    description:
      'Unsaved settings to try: they hold for this answer only, in the place of the agent’s own, and are not stored. ' +
      'Takes `agents:write` in the agent’s workspace.',
  },
);
export type TrialSettings = Static<typeof TrialSettings>;

/** A message to an agent, in a conversation that is there or in a new one. */
export const ChatDraft = Type.Object(
  {
    message: Content,
    conversationId: Type.Optional(Id),
    userId: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Of a new conversation.' })),
    metadata: Type.Optional(Metadata),
    settings: Type.Optional(TrialSettings),
    clientMessageId: Type.Optional(ClientMessageId),
    stream: Type.Optional(Stream),
  },
  { additionalProperties: false, title: 'ChatDraft' },
);
export type ChatDraft = Static<typeof ChatDraft>;

/** How an answer is written once more. */
export const RetryDraft = Type.Object(
  { settings: Type.Optional(TrialSettings), stream: Type.Optional(Stream) },
  { additionalProperties: false },
);
export type RetryDraft = Static<typeof RetryDraft>;

/** What somebody thinks of an answer; null takes it back. */
export const Feedback = Type.Object(
  { rating: orNull(RatingName), comment: Type.Optional(Type.String({ maxLength: 2000 })) },
  { additionalProperties: false, title: 'Feedback' },
);
export type Feedback = Static<typeof Feedback>;

/** An order of messages; `-` is descending. */
export type MessageSort = 'createdAt' | '-createdAt';

/** The parameters of the list of a conversation's messages. */
export const MessageQuery = listQuery({
  sort: Type.Unsafe<MessageSort>(Type.String({ enum: ['createdAt', '-createdAt'], default: '-createdAt' })),
});
export type MessageQuery = Static<typeof MessageQuery>;

/** The path of one message. */
export const MessagePath = Type.Object({ id: Type.String({ description: 'The message identifier.' }) });
