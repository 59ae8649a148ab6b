import { AppError, type ErrorCode, type ErrorDetail, type FailedExchange } from '../../../errors.ts';
import type { FailureReason } from '../../../models/failure.ts';
import type { Message } from './schema.ts';
import type { StoredMessage } from './store.ts';

/** When to retry a reply that was interrupted, in seconds: by then another process serves. */
const retryInterrupted = 2;

/** What to do about a reason; a retry alone helps with the others. */
const advice: Readonly<Partial<Record<FailureReason, string>>> = {
  context_too_long:
    'Shorten the system prompt or the message, start a new conversation, or choose a model with a larger context.',
  unknown_model: 'Check the name of the agent’s model, and the provider’s base URL.',
  content_policy: 'Change the message or the system prompt, or choose another model.',
  quota_used_up: 'The operator must raise the quota or pay the bill at the provider.',
  bad_request: 'See `providerMessage`. The operator finds it in the log, too, under the request ID.',
  authentication: 'The operator must check the provider’s API key.',
  rate_limited: 'Wait a moment before that, or choose another model.',
  unavailable: 'If it stays so, choose another model, or check the provider’s status page.',
  timeout: 'If it stays so, choose a faster model.',
  invalid_response: 'Check the name of the agent’s model, and the provider’s base URL.',
  not_configured: 'The operator must configure the provider; or choose another model.',
};

/** Returns the error of a request whose turn failed: it names what is stored, what the provider said, and the reason. */
export function failureOf({ json }: StoredMessage, failed: FailedExchange): AppError {
  const { error } = JSON.parse(json) as Message;
  const { code = 'interrupted', message = 'The reply failed.', providerStatus, providerMessage, reason } = error ?? {};
  const details: ErrorDetail[] = [{ path: 'reply', message: failed.reply }];
  if (providerStatus !== undefined) details.push({ path: 'providerStatus', message: String(providerStatus) });
  if (providerMessage !== undefined) details.push({ path: 'providerMessage', message: providerMessage });
  if (reason !== undefined) details.push({ path: 'reason', message: reason });
  const help = reason && advice[reason];
  const hint = `The message is stored; its reply can be retried.${help === undefined ? '' : ` ${help}`}`;
  if (code === 'interrupted')
    return new AppError('unavailable', message, { failed, details, hint, retryAfter: retryInterrupted });
  return new AppError(code as ErrorCode, message, { failed, details, hint });
}
