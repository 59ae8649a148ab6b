import type { Actor } from '../../../../access/actor.ts';
import type { AnsweringAgent } from '../../../../calling/agent.ts';
import type { Conversation } from '../../../../schemas/conversations/conversation.ts';
import { failures } from '../../failures.ts';
import type { StoredConversation } from '../../store.ts';
import type { StoredMessage } from '../store.ts';
import { type Outgoing, StaleRead } from './enter.ts';

/** Max attempts of a send that meets stale reads; then it fails with `conversation_busy`. */
const maxAttempts = 5;

/** Retries after a stale read. */
export async function retryStale<Sent>(attempt: () => Promise<Sent>): Promise<Sent> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
      if (tries === maxAttempts) throw failures.busy();
    }
  }
}

/** Throws if a conversation takes no message of this role now. */
export function checkOpen({ status, turn }: StoredConversation, role: Outgoing['role']): void {
  if (status === 'closed') throw failures.closed();
  if (role === 'human' && status !== 'human') throw failures.notTakenOver();
  if (turn !== null) throw failures.busy();
}

/** Throws if the agent can't reply in a conversation now. */
export function checkAnswerable(conversation: StoredConversation): void {
  checkOpen(conversation, 'user');
  if (conversation.status === 'human') throw failures.takenOver();
}

/**
 * Throws `conversation_taken_over` if a signed-in person replies while another one has the conversation: they would
 * answer over each other. Programs may.
 */
export function checkHolder(actor: Actor, { json }: StoredConversation, role: Outgoing['role']): void {
  if (role !== 'human' || actor.kind !== 'session') return;
  const { takenBy } = JSON.parse(json) as Conversation;
  if (takenBy !== null && takenBy !== actor.user.id) throw failures.held(takenBy);
}

/** Throws `message_not_retryable` unless the reply is the last message, and failed or was cancelled. */
export function checkRetryable(
  failed: StoredMessage,
  conversation: StoredConversation,
  last: StoredMessage | undefined,
): void {
  checkAnswerable(conversation);
  if (last?.id !== failed.id || !['failed', 'cancelled'].includes(failed.status)) throw failures.notRetryable();
}

/** Throws `agent_inactive` unless the agent is active. */
export function checkActive({ status }: AnsweringAgent): void {
  if (status !== 'active') throw failures.inactive();
}
