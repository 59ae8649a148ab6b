import { type Static, Type } from 'typebox';
import {
  Conversation,
  idField,
  Metadata,
  Playground,
  ratingName,
  Usage,
  userIdField,
} from '../../schemas/conversations/conversation.ts';
import { FormAnswers, PageContext } from '../../schemas/conversations/visitors.ts';
import { exampleTexts, exampleIds as ids, exampleTimes as times } from '../../schemas/examples.ts';
import { mostlyNull, orNull, textLike, timeField } from '../../schemas/fields.ts';
import { listQuery, sortField } from '../../schemas/lists.ts';
import { Citation, MessagePart } from '../../schemas/message-parts.ts';
import { MessageError, MessageFallback } from '../message-error.ts';
import { MessageAttachment } from './attachment.ts';
import { ResponseSchema } from './response-schema.ts';
import { TrialSettings } from './trial-settings.ts';

/** A draft whose text has the name `content`. */
export type WithContent<Draft> = Omit<Draft, 'content' | 'message'> & { readonly content: string };

/** Max characters of a message. */
const maxContent = 100_000;

const messageStatuses = ['streaming', 'requires_action', 'complete', 'failed', 'cancelled'] as const;
const roles = ['user', 'assistant', 'human'] as const;
/** The status of a message; only a reply has another one than `complete`. */
export type MessageStatus = (typeof messageStatuses)[number];

const contentField = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxContent,
      pattern: '\\S',
      description,
      examples: [exampleTexts.question],
      'x-message': 'must have 1 to 100,000 characters, not all of them white space',
    }),
  );
/** The text of a message, under either name. */
const text = {
  content: contentField(
    'Text of the message: 1 to 100,000 characters, not all of them white space. Required unless `message` is given.',
  ),
  message: contentField('The same as `content`, under another name. If both are given, they must be equal.'),
};
const ClientMessageId = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Your ID for the message: 1 to 200 characters, unique in its conversation. A repeat in the same conversation ' +
    'returns the message that was stored first. None unless set.',
  examples: ['order-10-4432-1'],
});
/** True if a request wants events. */
export const Stream = Type.Boolean({
  description:
    'True to return server-sent events instead of JSON. By default, events only if the request has ' +
    '`Accept: text/event-stream`.',
  examples: [false],
});

/** A message as the API returns it. */
export const Message = Type.Object(
  {
    _id: Type.String({ description: 'Message identifier, assigned by the service.', examples: [ids.reply] }),
    conversation: Type.String({ description: 'Identifier of the conversation.', examples: [ids.conversation] }),
    role: Type.Unsafe<(typeof roles)[number]>(
      Type.String({
        enum: roles,
        examples: ['assistant'],
        description: '`user`: the end user. `assistant`: the agent. `human`: a person who took over.',
      }),
    ),
    content: Type.String({
      description: 'Text of the message; of a reply that is being written, the text so far.',
      examples: [exampleTexts.reply],
    }),
    status: Type.Unsafe<MessageStatus>(
      Type.String({
        enum: messageStatuses,
        examples: ['complete'],
        description:
          '`streaming` while the reply is being written, then `complete`, `failed` or `cancelled`. `requires_action`: it ' +
          'waits until a person has approved a tool call or your code has answered one, and then goes on.',
      }),
    ),
    author: mostlyNull(
      textLike(ids.user),
      'User identifier of the person who wrote the message; null unless the role is `human`.',
    ),
    clientMessageId: mostlyNull(textLike('order-10-4432-1'), 'Your ID for the message; null if none was sent.'),
    replyTo: orNull(
      textLike(ids.message),
      'Identifier of the message that this one replies to; null unless it is a reply.',
    ),
    citations: Type.Array(Citation, {
      examples: [[]],
      description: 'Passages of knowledge sources that the reply quotes; may be empty.',
    }),
    parts: Type.Array(MessagePart, {
      description:
        'Everything that the message consists of, in order: text, citations, tool calls and their results. `content` ' +
        'is the text of its parts, `citations` are their citations. A tool call has its result later in the list, ' +
        'unless the reply ended before.',
    }),
    attachments: Type.Array(MessageAttachment, {
      examples: [[]],
      description:
        'Content that an end user sent beside text through a messenger or by mail, in order, at most 20; may be empty. Each has ' +
        'a line at the end of `content`, too, such as `[Photo, not seen: 120 kB]`.',
    }),
    model: orNull(
      textLike('openai/gpt-5-mini'),
      'Name of the model that wrote the reply; null unless the role is `assistant`.',
    ),
    fallbacks: Type.Array(MessageFallback, {
      examples: [[]],
      description:
        'The models that failed before the first token of a step of the reply, in order, so that `model` wrote the rest; usually empty.',
    }),
    usage: orNull(
      Usage,
      'Tokens of the reply, counted by the provider or else estimated; null until it has ended, if unknown, and ' +
        'for other roles.',
    ),
    firstTokenMs: orNull(
      Type.Integer({ minimum: 0, examples: [420] }),
      'Time until the reply started, in milliseconds; null until then, and for other roles.',
    ),
    latencyMs: orNull(
      Type.Integer({ minimum: 0, examples: [1830] }),
      'Time until the reply ended, in milliseconds; null until it has ended, and for other roles.',
    ),
    feedback: mostlyNull(ratingName(), 'Rating of the reply; null if it is not rated.'),
    feedbackComment: mostlyNull(textLike('Answered at once.'), 'Comment on the rating; null if there is no comment.'),
    finishReason: orNull(
      textLike('stop'),
      'Why the reply ended: `stop`, `length`, `content-filter`, `tool-calls` (the limit of steps), `other`, ' +
        '`error`, `cancelled` or `interrupted` (the server ended). Null until it has ended, and for other roles.',
    ),
    error: mostlyNull(MessageError, 'Why the reply failed; null unless the status is `failed`.'),
    createdAt: timeField('Time of creation'),
    updatedAt: timeField('Time of the last change', times.updated),
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

/** The outcome of sending a message. */
export const Exchange = Type.Object(
  {
    conversation: Conversation,
    message: Message,
    reply: orNull(Message, 'The reply of the agent; null while a person has taken over.'),
  },
  { title: 'Exchange' },
);
export type Exchange = Static<typeof Exchange>;

/** The body that sends a message to a conversation. */
export const MessageDraft = Type.Object(
  {
    ...text,
    role: Type.Optional(
      Type.Unsafe<'user' | 'human'>(
        Type.String({
          enum: ['user', 'human'],
          description: '`user` (the default), or `human`: the message of a person who has taken over.',
        }),
      ),
    ),
    context: Type.Optional(PageContext),
    responseSchema: ResponseSchema,
    clientMessageId: Type.Optional(ClientMessageId),
    stream: Type.Optional(Stream),
  },
  { additionalProperties: false, title: 'MessageDraft', 'x-shown': ['content'] },
);
/** A message to a conversation, with its text under one name. */
export type MessageDraft = WithContent<Static<typeof MessageDraft>>;

/** The body that sends a message to an agent, in an existing or a new conversation. */
export const ChatDraft = Type.Object(
  {
    ...text,
    conversationId: Type.Optional(
      idField('Identifier of the conversation to continue; absent to create a conversation.', ids.conversation),
    ),
    userId: Type.Optional(
      userIdField('Your ID for the end user: 1 to 200 characters. Only for a new conversation; none unless set.'),
    ),
    metadata: Type.Optional(Metadata),
    playground: Type.Optional(Playground),
    form: Type.Optional(FormAnswers),
    context: Type.Optional(PageContext),
    settings: Type.Optional(TrialSettings),
    responseSchema: ResponseSchema,
    clientMessageId: Type.Optional(ClientMessageId),
    stream: Type.Optional(Stream),
  },
  { additionalProperties: false, title: 'ChatDraft', 'x-shown': ['content', 'userId'] },
);
/** A message to an agent, with its text under one name. */
export type ChatDraft = WithContent<Static<typeof ChatDraft>>;

/** The body that retries a reply. */
export const RetryDraft = Type.Object(
  { settings: Type.Optional(TrialSettings), responseSchema: ResponseSchema, stream: Type.Optional(Stream) },
  { additionalProperties: false, 'x-shown': [] },
);
export type RetryDraft = Static<typeof RetryDraft>;

/** The body that rates a reply; a null rating removes the feedback. */
export const Feedback = Type.Object(
  {
    rating: orNull(ratingName(), 'Rating of the reply; null removes the rating and its comment.'),
    comment: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: 'Comment on the rating: up to 2,000 characters. None unless set.',
        examples: ['Answered at once.'],
      }),
    ),
  },
  { additionalProperties: false, title: 'Feedback' },
);
export type Feedback = Static<typeof Feedback>;

/** The parameters of the list of a conversation's messages. */
export const MessageQuery = listQuery({ sort: sortField(['createdAt']) });
export type MessageQuery = Static<typeof MessageQuery>;

/** The path of one message. */
export const MessagePath = Type.Object({
  id: Type.String({ description: 'Message identifier.', examples: [ids.reply] }),
});
