import type { ErrorCode } from '../../../errors.ts';
import type { Call } from '../../../http/endpoint.ts';
import { answering } from '../../../http/responses/answering.ts';
import type { Answer } from '../../../http/responses/envelope.ts';
import { keptWith } from '../stored-response.ts';
import type { Exchange, MessagePath, RetryDraft } from './schema.ts';
import type { SendTarget, Sent } from './sending/sending.ts';
import type { CompletedExchange, Messages } from './service.ts';

/** The errors that can prevent a reply. */
export const turnErrors: readonly ErrorCode[] = [
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

/** What the operations that send say about replies. */
export const replies =
  'Returns the complete reply, or streams it as server-sent events. The turn is finished and stored even if the ' +
  'client disconnects. If it fails, `failed` of the error names what is stored, and `details` the reason. An ' +
  '`Idempotency-Key` makes a repeat safe.';

const streams = ({ body, wantsEvents }: Pick<Sending, 'body' | 'wantsEvents'>) => body.stream ?? wantsEvents;
/** The target of a request that sends. */
export const targetOf = (call: Sending): SendTarget => ({
  id: call.params.id,
  repeat: call.repeat,
  request: { requestId: call.requestId, traceId: call.traceId },
  streamed: streams(call),
});
const again = (replayed: boolean) => replayed && { replayed: true };
/** Returns the URL of what a request created, from the IDs of its message. */
type Created = (message: { readonly id: string; readonly conversation: string }) => string | undefined;
export const nothingCreated: Created = () => undefined;
export const messageCreated: Created = ({ id }) => `/api/messages/${id}`;
export const conversationCreated: Created = ({ conversation }) => `/api/conversations/${conversation}`;

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
export async function answer(
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
