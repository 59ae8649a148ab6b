import { type TSchema, Type } from 'typebox';
import { exampleIds as ids } from '../../schemas/examples.ts';
import {
  ApprovalRequestedPart,
  Citation,
  ReasoningPart,
  ToolCallPart,
  ToolResultPart,
} from '../../schemas/message-parts.ts';
import { MessageError } from '../message-error.ts';
import { Message } from './message.ts';

/** The schema of a server-sent event: its name, and its data as JSON. */
export const eventSchema = <const Name extends string, Data extends TSchema>(
  title: string,
  event: Name,
  { data, description }: { readonly data: Data; readonly description: string },
) =>
  Type.Object(
    {
      id: Type.String({
        description: 'Place of the event: send the last one as `Last-Event-ID` to resume after it.',
        examples: [`${ids.reply}.1`],
      }),
      event: Type.Literal(event, { description: 'Name of the event.' }),
      data,
    },
    { title, description },
  );

/** The schema of an event without an ID: a resumed stream doesn't continue after it. */
export const passingSchema = <const Name extends string, Data extends TSchema>(
  title: string,
  event: Name,
  { data, description }: { readonly data: Data; readonly description: string },
) =>
  Type.Object(
    { event: Type.Literal(event, { description: 'Name of the event.' }), data },
    { title, description: `${description} It has no ID: a resumed stream begins with the presence as it is then.` },
  );

const { type: _reasoning, ...reasoningFields } = ReasoningPart.properties;
const { type: _call, ...callFields } = ToolCallPart.properties;
const { type: _result, ...resultFields } = ToolResultPart.properties;
const { type: _request, ...requestFields } = ApprovalRequestedPart.properties;
const ofMessage = Type.String({ description: 'Identifier of the message that grows.', examples: [ids.reply] });

/** The data of an event about one message. */
export const messageData = Type.Object({ message: Message });

const failedData = (message: TSchema) =>
  Type.Object({
    message,
    error: Type.String({
      description: 'One sentence that says what is wrong.',
      examples: ['The model’s provider is not available.'],
    }),
    code: Type.String({
      description: '`interrupted`, or an error code of `Failure`.',
      examples: ['provider_error'],
    }),
    reason: MessageError.properties.reason,
  });

/** Why a reply failed, with the reply. */
export const messageFailedData = failedData(Message);

/** The events by which a reply grows, in the stream of one reply or, with the ID of the message, of a conversation. */
export const growthSchemas = (prefix: '' | 'Conversation') => {
  const which = prefix === '' ? {} : { message: ofMessage };
  return [
    eventSchema(`${prefix}MessageDeltaEvent`, 'message.delta', {
      description: 'More text of the reply: append it.',
      data: Type.Object({
        ...which,
        text: Type.String({ description: 'The text to append.', examples: ['It is on its way'] }),
      }),
    }),
    eventSchema(`${prefix}ReasoningEvent`, 'reasoning', {
      description: 'More thoughts of the model, which are no part of the text. Visitors don’t get it.',
      data: Type.Object({ ...which, ...reasoningFields }),
    }),
    eventSchema(`${prefix}CitationEvent`, 'citation', {
      description: 'A passage that the reply quotes.',
      data: prefix === '' ? Citation : Type.Object({ ...which, ...Citation.properties }),
    }),
    eventSchema(`${prefix}ToolCallEvent`, 'tool.call', {
      description: 'The model calls a tool.',
      data: Type.Object({ ...which, ...callFields }),
    }),
    eventSchema(`${prefix}ApprovalRequestedEvent`, 'approval.requested', {
      description: 'A tool call waits for the approval of a person. Visitors don’t get it.',
      data: Type.Object({ ...which, ...requestFields }),
    }),
    eventSchema(`${prefix}ToolResultEvent`, 'tool.result', {
      description: 'A tool has returned.',
      data: Type.Object({ ...which, ...resultFields }),
    }),
  ] as const;
};

/** The event that a message was created, in any stream. */
export const MessageCreatedEvent = eventSchema('MessageCreatedEvent', 'message.created', {
  description: 'A message was created. A reply has no content yet, whenever you join: the events that follow carry it.',
  data: messageData,
});

/** The event that a reply is complete, in any stream. */
export const MessageCompletedEvent = eventSchema('MessageCompletedEvent', 'message.completed', {
  description: 'The reply is complete: the whole message as stored.',
  data: messageData,
});

/** The event that a reply was cancelled, in any stream. */
export const MessageCancelledEvent = eventSchema('MessageCancelledEvent', 'message.cancelled', {
  description: 'The reply was cancelled, and has the parts so far.',
  data: messageData,
});

/** The event that a reply waits, in any stream. */
export const MessageRequiresActionEvent = eventSchema('MessageRequiresActionEvent', 'message.requires_action', {
  description:
    'The reply waits for a decision about a tool call, or for the result of one, and goes on afterwards. It ends the ' +
    'stream of one reply; in that of a conversation, `message.created` is sent again when the reply goes on.',
  data: messageData,
});

/** The events of the stream of one reply. */
export const ReplyEvents = Type.Union(
  [
    ...[MessageCreatedEvent, ...growthSchemas(''), MessageCompletedEvent, MessageCancelledEvent],
    MessageRequiresActionEvent,
    eventSchema('MessageFailedEvent', 'message.failed', {
      description: 'The reply failed, and has the parts so far. Null if it was deleted.',
      data: failedData(Type.Union([Message, Type.Null()], { description: 'The reply; null if it was deleted.' })),
    }),
  ],
  {
    title: 'ReplyStreamEvent',
    description:
      'One server-sent event of a reply: the lines `id`, `event` and `data`. The last one is `message.completed`, ' +
      '`message.failed`, `message.cancelled` or `message.requires_action`. Ignore events that you don’t know.',
  },
);
