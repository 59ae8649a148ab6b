import type { ErrorCode } from '../../../errors.ts';

/** Errors after which the message is looked at again soon: the conversation is busy, or was closed or deleted. */
export const busy: ReadonlySet<ErrorCode> = new Set([
  'conversation_busy',
  'conversation_closed',
  'conversation_not_found',
]);

/** Errors that stay: the message is refused. */
export const refusals: ReadonlySet<ErrorCode> = new Set([
  ...(['channel_inactive', 'channel_not_found', 'agent_not_found'] as const),
  ...(['validation_failed', 'workspace_not_found', 'idempotency_key_reused'] as const),
]);
