import type { ModelError } from '../../../../models/model.ts';
import type { TurnFailure, TurnRequest } from '../turn.ts';

/** The model that failed, and the one that answers in its place; undefined if none does. */
interface Failed {
  readonly model: string;
  readonly fallback?: string;
}

/** Report for the operator, to find the cause of a model's failure. It contains no text of the conversation. */
export const failureReport = (
  { kind, reason, status, told }: ModelError,
  { request, workspace, conversation, replyId, agent }: TurnRequest,
  failed: Failed,
): TurnFailure => ({
  ...{ ...request, workspace, conversation, reply: replyId, agent: agent.id, ...failed },
  ...{ kind, reason, providerStatus: status, provider: told },
});
