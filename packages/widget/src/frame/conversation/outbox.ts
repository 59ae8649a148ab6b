import type { Message } from '@parley/sdk';
import { type Call, ChatError } from './client.ts';
import type { Session } from './session.ts';
import type { Unsent } from './storage.ts';
import { backoff, isObject, newKey, pause } from './values.ts';

/** A message on its way. */
export interface Outgoing extends Unsent {
  readonly state: 'sending' | 'failed';
}

/** Max attempts before the visitor is asked, about a minute. */
const maxAttempts = 8;

/** Max wait that the service asks for, in ms. */
const maxWait = 30_000;

interface Shipping {
  readonly session: Session;
  readonly signal: AbortSignal;
  /** Context of the page. */
  readonly context: object;
  onConnection(isConnected: boolean): void;
}

/**
 * Sends what starts a turn, and leaves its stream: the conversation's own stream tells the rest. Returns the first
 * message. Rejects with a `ChatError`.
 */
export async function startTurn(session: Session, call: Call): Promise<Message> {
  for await (const { data } of session.listen({ method: 'POST', ...call })) {
    const { message } = data;
    if (isObject(message) && typeof message['_id'] === 'string') return message as unknown as Message;
  }
  throw new ChatError(0, 'unreachable', {});
}

/**
 * Sends a message until the service has it, always under the same key, so that it is stored once. Returns the stored
 * message. Rejects with a `ChatError` if the service refuses it, or can't be reached for about a minute.
 */
export async function ship({ key, content, conversation }: Unsent, shipping: Shipping): Promise<Message> {
  const { session, signal, context, onConnection } = shipping;
  const path =
    conversation === null
      ? `/api/agents/${session.settings.agent}/chat`
      : `/api/conversations/${conversation}/messages`;
  for (let attempts = 1; ; attempts += 1) {
    try {
      const body = { content, context, clientMessageId: key, stream: true };
      const message = await startTurn(session, { path, body, key, signal });
      onConnection(true);
      return message;
    } catch (error) {
      const delay = delayAfter(error, attempts);
      if (delay === undefined) throw error;
      onConnection(attempts === 1 || !isLost(error));
      await pause(delay, signal);
      signal.throwIfAborted();
    }
  }
}

const isLost = (error: unknown): boolean => error instanceof ChatError && error.status === 0;

/** The delay before the next attempt in ms; undefined if another one can't help. */
function delayAfter(error: unknown, attempts: number): number | undefined {
  // Without a network, an attempt costs nothing and says nothing: it goes on once there is one.
  if (!(error instanceof ChatError) || (attempts >= maxAttempts && navigator.onLine)) return undefined;
  const isLimited = error.code === 'rate_limited' || error.code === 'too_many_concurrent';
  if (isLimited && (error.retryAfter ?? 0) <= maxWait) return error.retryAfter ?? backoff(attempts);
  if (error.passes || error.code === 'conversation_busy') return backoff(attempts);
  return undefined;
}

/** A new message to send. */
export const newOutgoing = (content: string, conversation: string | null): Outgoing => ({
  key: newKey(),
  content,
  conversation,
  state: 'sending',
});
