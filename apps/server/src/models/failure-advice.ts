import type { FailureReason } from './failure.ts';

/** Advice for the reasons that a retry alone doesn't solve. */
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
  schema_mismatch: 'Describe the fields of `responseSchema`, make it simpler, or choose another model.',
  not_configured: 'The owner of the instance must set the provider’s API key; or choose another model.',
};

/** Returns what to do about a failure, in sentences; undefined if only a retry helps. */
export const adviceOf = (reason: FailureReason): string | undefined => advice[reason];
