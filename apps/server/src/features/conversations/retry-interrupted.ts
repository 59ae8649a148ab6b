import { createHash } from 'node:crypto';
import { systemIn } from '../../access/actor.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { Sending } from './messages/sending/sending.ts';
import { findFailure } from './removal/channel-store.ts';
import { interrupted } from './turns/ending/ending.ts';

/** Max replies to one message, with those that were interrupted: a message may be what makes a process die. */
const maxReplies = 3;

/** Errors after which a reply isn't written again: the conversation has gone on, or no reply is due in it. */
const past: ReadonlySet<ErrorCode> = new Set([
  ...(['message_not_retryable', 'message_not_found', 'conversation_not_found', 'conversation_closed'] as const),
  ...(['conversation_taken_over', 'conversation_busy', 'agent_inactive', 'undeliverable'] as const),
]);

/** True if a crash has interrupted a reply, and it may be written again. */
async function isInterrupted(db: Database, workspace: string, reply: string): Promise<boolean> {
  const failure = await findFailure(db, workspace, reply);
  if (failure === undefined || failure.status !== 'failed' || failure.replies >= maxReplies) return false;
  const { code } = JSON.parse(failure.error ?? '{}') as { readonly code?: string };
  return code === interrupted.code;
}

/**
 * Creates what writes a reply again that a crash has interrupted, once for each; returns whether another one is on its
 * way. For users of messengers, who can't ask for it as a program can.
 */
export const createRetryInterrupted =
  ({ db }: { readonly db: Database }, sending: Pick<Sending, 'retry'>) =>
  async (workspace: string, reply: string): Promise<boolean> => {
    if (!(await isInterrupted(db, workspace, reply))) return false;
    const id = createHash('sha256').update(`interrupted ${reply}`).digest('hex');
    try {
      await sending.retry(systemIn(workspace), { id: reply, repeat: { id, fingerprint: id } }, {});
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'idempotency_in_progress') return true;
      if (past.has(error.code)) return false;
      throw error;
    }
  };
