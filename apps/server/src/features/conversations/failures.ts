import { AppError, keyInProgress } from '../../errors.ts';

/** What can be wrong with a conversation or a message, each in its words. */
export const failures = {
  noAgent: () => new AppError('agent_not_found', 'There is no such agent.'),
  noConversation: () => new AppError('conversation_not_found', 'There is no such conversation.'),
  noMessage: () => new AppError('message_not_found', 'There is no such message.'),
  noWorkspace: () => new AppError('workspace_not_found', 'There is no such workspace.'),
  inactive: () =>
    new AppError('agent_inactive', 'The agent is inactive and answers nobody.', {
      hint: 'Set its status to active.',
    }),
  closed: () =>
    new AppError('conversation_closed', 'The conversation is closed.', {
      hint: 'Open it again, or begin another.',
    }),
  busy: () =>
    new AppError('conversation_busy', 'An answer is being written in this conversation.', {
      retryAfter: 1,
      hint: 'Wait for it, or cancel it.',
    }),
  takenOver: () =>
    new AppError('conversation_taken_over', 'A person has taken this conversation over.', {
      hint: 'Release it first.',
    }),
  notTakenOver: () =>
    new AppError('conversation_not_taken_over', 'Nobody has taken this conversation over.', {
      hint: 'Take it over first.',
    }),
  notRetryable: () =>
    new AppError(
      'message_not_retryable',
      'Only the last answer can be retried, and only if it failed or was cancelled.',
    ),
  notRateable: () => new AppError('message_not_rateable', 'Only an answer can be rated.'),
  otherContent: () =>
    new AppError('idempotency_key_reused', 'Another message was sent under the same key before.', {
      hint: 'Use a new Idempotency-Key or clientMessageId for each message.',
    }),
  /** The answer to the same request is being written: who asks again may follow that. */
  inProgress: ({ conversation, id }: { conversation: string; id: string }) =>
    keyInProgress({
      details: [
        { path: 'conversation', message: conversation },
        { path: 'message', message: id },
      ],
      hint: `Follow the answer with GET /api/conversations/${conversation}/stream, or ask again when it is whole.`,
    }),
  versionConflict: (version?: number) =>
    new AppError('version_conflict', 'The conversation has been changed by another request.', {
      hint: 'Read it again and repeat the change on what it is now.',
      ...(version !== undefined && { version }),
    }),
} as const;
