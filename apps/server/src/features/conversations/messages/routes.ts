import { endpoint } from '../../../http/endpoint.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { AgentPath, ConversationPath } from '../schema.ts';
import { forVisitors } from '../visitor-view.ts';
import {
  answer,
  conversationCreated,
  messageCreated,
  nothingCreated,
  replies,
  targetOf,
  turnErrors,
} from './answer.ts';
import { ReplyEvents } from './event-schema.ts';
import {
  ChatDraft,
  Exchange,
  Feedback,
  Message,
  MessageDraft,
  MessagePath,
  MessageQuery,
  RetryDraft,
} from './schema.ts';
import { withContent } from './sending/text-draft.ts';
import type { Messages } from './service.ts';

const tag = 'Messages';

const named = 'So does a `clientMessageId`, which is unique in its conversation.';

const stored = ({ json }: { readonly json: string }) => ({ json });

/** The operations on messages. A repeated send is recognised by its effect, see `CallContext.repeat`. */
export const messageEndpoints = (messages: Messages) => [
  endpoint({
    id: 'chat',
    client: 'agents.chat',
    clientStream: 'agents.stream',
    method: 'POST',
    path: '/api/agents/:id/chat',
    access: 'conversations:write',
    tag,
    summary: 'Send a message to an agent, in a new or an existing conversation',
    description:
      `${replies} A \`clientMessageId\` does so only with a \`conversationId\`, because it is unique in its ` +
      'conversation: without one, each request creates a conversation, and the status is 201. `settings` tries ' +
      'unsaved settings for this reply only.',
    visitors: forVisitors('content', 'message', 'conversationId', 'form', 'context', 'clientMessageId', 'stream'),
    params: AgentPath,
    body: ChatDraft,
    data: Exchange,
    mayCreate: true,
    streams: true,
    events: ReplyEvents,
    sends: true,
    repeatable: 'by effect',
    patient: true,
    errors: ['quota_exceeded', 'agent_not_found', 'conversation_not_found', ...turnErrors],
    handle: (call) =>
      answer(messages, call, {
        sending: messages.chat(call.actor, targetOf(call), withContent(call.body)),
        createdBy: call.body.conversationId === undefined ? conversationCreated : nothingCreated,
      }),
  }),
  endpoint({
    id: 'sendMessage',
    client: 'messages.send',
    clientStream: 'messages.stream',
    method: 'POST',
    path: '/api/conversations/:id/messages',
    access: 'conversations:write',
    tag,
    summary: 'Send a message to a conversation',
    description: `${replies} ${named} While a person has taken over, no turn starts and \`reply\` is null.`,
    visitors: forVisitors('content', 'message', 'context', 'clientMessageId', 'stream'),
    params: ConversationPath,
    body: MessageDraft,
    data: Exchange,
    status: 201,
    streams: true,
    events: ReplyEvents,
    sends: true,
    repeatable: 'by effect',
    patient: true,
    errors: ['conversation_not_found', 'conversation_not_taken_over', ...turnErrors],
    handle: (call) =>
      answer(messages, call, {
        sending: messages.send(call.actor, targetOf(call), withContent(call.body)),
        createdBy: messageCreated,
      }),
  }),
  endpoint({
    id: 'listMessages',
    client: 'messages.list',
    method: 'GET',
    path: '/api/conversations/:id/messages',
    access: 'conversations:read',
    tag,
    summary: 'List the messages of a conversation',
    description: 'Newest first unless `sort` says otherwise, replies included.',
    visitors: forVisitors('limit', 'cursor', 'sort'),
    params: ConversationPath,
    query: MessageQuery,
    data: pageOf(Message),
    scans: true,
    errors: ['conversation_not_found'],
    handle: async (call) => ({ json: await messages.list(call.actor, call.params.id, call) }),
  }),
  endpoint({
    id: 'followConversation',
    client: 'conversations.follow',
    method: 'GET',
    path: '/api/conversations/:id/stream',
    access: 'conversations:read',
    tag,
    summary: 'Follow the turn of a conversation',
    description:
      'Streams the reply from its start, or from after the event in `Last-Event-ID`. If no turn runs, the stream is ' +
      'the end of the last message.',
    visitors: forVisitors(),
    params: ConversationPath,
    data: 'events',
    events: ReplyEvents,
    patient: true,
    errors: ['conversation_not_found', 'conversation_empty'],
    handle: (call) => messages.follow(call.actor, call.params.id, call.lastEventId),
  }),
  endpoint({
    id: 'getMessage',
    client: 'messages.retrieve',
    method: 'GET',
    path: '/api/messages/:id',
    access: 'conversations:read',
    tag,
    summary: 'Get a message',
    description: 'A reply that is being written has its text so far.',
    visitors: forVisitors(),
    params: MessagePath,
    data: Message,
    errors: ['message_not_found'],
    handle: async (call) => stored(await messages.read(call.actor, call.params.id)),
  }),
  endpoint({
    id: 'retryMessage',
    client: 'messages.retry',
    clientStream: 'messages.retryStream',
    method: 'POST',
    path: '/api/messages/:id/retry',
    access: 'conversations:write',
    tag,
    summary: 'Retry a failed or cancelled reply',
    description:
      `${replies} The failed reply stays in the conversation; the model does not see it. The retry uses the agent’s ` +
      'saved settings, or its own `settings`; those of the failed reply are not stored.',
    visitors: forVisitors('stream'),
    params: MessagePath,
    body: RetryDraft,
    data: Exchange,
    streams: true,
    events: ReplyEvents,
    sends: true,
    repeatable: 'by effect',
    patient: true,
    errors: ['conversation_not_found', 'conversation_taken_over', 'message_not_retryable', ...turnErrors],
    handle: (call) =>
      answer(messages, call, {
        sending: messages.retry(call.actor, targetOf(call), call.body),
        createdBy: nothingCreated,
      }),
  }),
  endpoint({
    id: 'rateMessage',
    client: 'messages.rate',
    method: 'PUT',
    path: '/api/messages/:id/feedback',
    access: 'conversations:write',
    tag,
    summary: 'Rate a reply, or remove its rating',
    description: 'A new rating replaces the earlier one.',
    visitors: forVisitors('rating', 'comment'),
    params: MessagePath,
    body: Feedback,
    data: Message,
    errors: ['message_not_found', 'message_not_rateable'],
    handle: async (call) => stored(await messages.rate(call.actor, call.params.id, call.body)),
  }),
];
