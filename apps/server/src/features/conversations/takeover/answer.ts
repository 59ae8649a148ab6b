import { Type } from 'typebox';
import { systemIn } from '../../../access/actor.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import { type Job, job } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { Sending } from '../messages/sending/sending.ts';

/** Lets the agent reply to the last message of a conversation that people have given back. */
const kind = {
  name: 'conversations.answer',
  payload: Type.Object({ conversation: Type.String() }),
  timeoutMs: 60_000,
  // Over about half a day: the account may have no room for another turn.
  attempts: 20,
  concurrency: 8,
} as const;

/** Errors after which no reply is due: the conversation has gone on, or its agent can't reply. */
const past: ReadonlySet<ErrorCode> = new Set([
  ...(['conversation_not_found', 'conversation_closed', 'conversation_taken_over', 'conversation_busy'] as const),
  ...(['agent_inactive', 'undeliverable'] as const),
]);

/** Returns the function that has the agent reply to the last message, for the unit of work that gives it back. */
export const answerBy =
  (enqueue: Enqueue) =>
  (workspace: string, conversation: string): Statement =>
    enqueue(workspace, { kind, payload: { conversation }, key: conversation });

/** Creates the job. A reply that runs, or has ended, is the last message, so another attempt does nothing. */
export const answerJob = (sending: Pick<Sending, 'answerLast'>): Job =>
  job(kind, async ({ workspace, payload: { conversation } }) => {
    await sending.answerLast(systemIn(workspace), conversation).catch((error: unknown) => {
      if (!(error instanceof AppError && past.has(error.code))) throw error;
    });
  });
