import type { ErrorCode } from '../../../../errors.ts';
import { type Call, endpoint } from '../../../../http/endpoint.ts';
import { answering } from '../../../../http/responses/answering.ts';
import type { Answer } from '../../../../http/responses/envelope.ts';
import { ChatDraft, Exchange, MessageDraft, MessagePath, RetryDraft } from '../../../../replies/schemas/message.ts';
import { ReplyEvents } from '../../../../replies/schemas/reply-events.ts';
import { AgentPath, ConversationPath } from '../../../../schemas/conversations/conversation.ts';
import { keptWith } from '../../stored-response.ts';
import { forVisitors } from '../../visitor-view.ts';
import type { CompletedExchange, Messages } from '../service.ts';
import { ToolResultsDraft } from '../tool-results/schema.ts';
import type { SendToolResults } from '../tool-results/sending.ts';
import type { SendTarget, Sent } from './steps.ts';
import { withContent } from './text-draft.ts';

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

/** The sentences about replies in the operations that send. */
const replies =
  'Returns the complete reply, or streams it as server-sent events. The turn is finished and stored even if the ' +
  'client disconnects. If it fails, `failed` of the error names what is stored, and `details` the reason. An ' +
  '`Idempotency-Key` makes a repeat safe.';

const streams = ({ body, wantsEvents }: Pick<Sending, 'body' | 'wantsEvents'>) => body.stream ?? wantsEvents;
/** The target of a request that sends. */
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

const named = 'So does a `clientMessageId`, which is unique in its conversation.';

/** The operations that start or continue a turn. A repeat is recognised by its effect, see `CallContext.repeat`. */
export const sendingEndpoints = (messages: Messages, sendToolResults: SendToolResults) => [
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
    errors: ['conversation_not_found', 'conversation_not_taken_over', 'conversation_taken_over', ...turnErrors],
    handle: (call) =>
      answer(messages, call, {
        sending: messages.send(call.actor, targetOf(call), withContent(call.body)),
        createdBy: messageCreated,
      }),
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
    id: 'sendToolResults',
    client: 'messages.sendToolResults',
    clientStream: 'messages.streamToolResults',
    method: 'POST',
    path: '/api/messages/:id/tool-results',
    access: 'conversations:write',
    tag,
    summary: 'Answer tool calls with your own code',
    description:
      'For calls with `answeredBy: "client"` in a reply that is `requires_action`. The reply goes on when no call waits any ' +
      'more. Returns it at its end, or streams it. Refused with 409 for a call that has a result, or whose time is over.',
    params: MessagePath,
    body: ToolResultsDraft,
    data: Exchange,
    streams: true,
    events: ReplyEvents,
    sends: true,
    repeatable: 'by effect',
    patient: true,
    errors: ['conversation_not_found', 'message_not_found', 'tool_call_decided', ...turnErrors],
    handle: (call) =>
      answer(messages, call, {
        sending: sendToolResults(call.actor, targetOf(call), call.body.results),
        createdBy: nothingCreated,
      }),
  }),
];
