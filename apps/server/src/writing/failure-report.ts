import type { ErrorCode } from '../errors.ts';
import { quoteOf } from '../models/failure.ts';
import type { ModelError, ModelErrorKind } from '../models/model.ts';
import type { MessageError } from '../replies/message-error.ts';
import type { TurnFailure, TurnRequest } from './turn.ts';

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

const codes: Readonly<Record<ModelErrorKind, ErrorCode>> = {
  not_configured: 'provider_not_configured',
  refused: 'provider_error',
  unreachable: 'provider_error',
  broken: 'provider_error',
  timeout: 'provider_timeout',
};

/** Returns what a message says about the failure of a model. */
export function messageErrorOf({ kind, reason, status, message, told }: ModelError, model: string): MessageError {
  const providerMessage = told && quoteOf(told);
  return {
    ...{ code: reason === 'schema_mismatch' ? 'response_schema_mismatch' : codes[kind] },
    ...{ message: `The model ${model} did not complete its reply: ${message}.`, reason },
    ...(status !== undefined && { providerStatus: status }),
    ...(providerMessage !== undefined && { providerMessage }),
  };
}
