import type { ErrorCode } from '../../../errors.ts';
import { type Call, endpoint } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import type { Answer } from '../../../http/responses/envelope.ts';
import { pageOf } from '../../../schemas/lists.ts';
import { AgentPath, ConversationPath } from '../schema.ts';
import { keptWith } from '../stored-response.ts';
import { forVisitors } from '../visitor-view.ts';
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
import type { SendTarget, Sent } from './sending/sending.ts';
import { withContent } from './sending/text-draft.ts';
import type { CompletedExchange, Messages } from './service.ts';

const tag = 'Messages';

/** The errors that can prevent a reply. */
const turnErrors: readonly ErrorCode[] = [
  'agent_inactive',
  'conversation_closed',
  'conversation_busy',
  'message_not_found',
  'undeliverable',
  'provider_error',
  'provider_not_configured',
  'provider_timeout',
  'response_schema_mismatch',
];

const replies =
  'Returns the complete reply, or streams it as server-sent events. The turn is finished and stored even if the ' +
  'client disconnects. If it fails, `failed` of the error names what is stored, and `details` the reason. An ' +
  '`Idempotency-Key` makes a repeat safe.';

const named = 'So does a `clientMessageId`, which is unique in its conversation.';

const stored = ({ json }: { readonly json: string }) => ({ json });
const streams = ({ body, wantsEvents }: Pick<Sending, 'body' | 'wantsEvents'>) => body.stream ?? wantsEvents;
const targetOf = (call: Sending): SendTarget => ({
  id: call.params.id,
  repeat: call.repeat,
  request: { requestId: call.requestId, traceId: call.traceId },
  streamed: streams(call),
});
const again = (replayed: boolean) => replayed && { replayed: true };
/** Returns the URL of what a request created, from the IDs of its message. */
type Created = (message: { readonly id: string; readonly conversation: string }) => string | undefined;
const nothingCreated: Created = () => undefined;
const messageCreated: Created = ({ id }) => `/api/messages/${id}`;
const conversationCreated: Created = ({ conversation }) => `/api/conversations/${conversation}`;

const completed =
  (created: string | undefined) =>
  ({ conversation, workspace, json, replayed }: CompletedExchange) => ({
    json,
    created,
    ...again(replayed),
    ...keptWith({ id: conversation, workspace }),
  });

/** The call of an operation that sends. */
type Sending = Pick<
  Call<'conversations:write', typeof MessagePath, undefined, typeof RetryDraft>,
  'params' | 'body' | 'wantsEvents' | 'repeat' | 'remember' | 'requestId' | 'traceId'
>;

/**
 * Returns the exchange after the turn has ended, or at once a stream of its events. A repeat has the status of the
 * first request.
 */
async function answer(
  messages: Messages,
  call: Pick<Sending, 'body' | 'wantsEvents' | 'remember'>,
  { sending, createdBy }: { readonly sending: Promise<Sent>; readonly createdBy: Created },
): Promise<Answer<Exchange>> {
  const sent = await sending;
  const created = createdBy(sent.message);
  return streams(call)
    ? { events: messages.events(sent), created, ...(sent.ended && { ended: sent.ended }), ...again(sent.replayed) }
    : answering(call, completed(created), (along) => messages.complete(sent, along));
}

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
