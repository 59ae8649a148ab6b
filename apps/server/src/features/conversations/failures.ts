import { AppError, type FailedExchange, keyInProgress } from '../../errors.ts';

/** The errors about conversations and messages. */
export const failures = {
  noAgent: () => new AppError('agent_not_found', 'There is no such agent.'),
  noConversation: () => new AppError('conversation_not_found', 'There is no such conversation.'),
  empty: () =>
    new AppError('conversation_empty', 'The conversation has no message yet.', {
      hint: 'Send one with POST /api/conversations/{id}/messages, or follow GET /api/conversations/{id}/events, which waits.',
    }),
  noMessage: () => new AppError('message_not_found', 'There is no such message.'),
  noWorkspace: () => new AppError('workspace_not_found', 'There is no such workspace.'),
  inactive: () =>
    new AppError('agent_inactive', 'The agent is inactive.', {
      hint: 'Set its status to active.',
    }),
  closed: () =>
    new AppError('conversation_closed', 'The conversation is closed.', {
      hint: 'Reopen it, or create another.',
    }),
  busy: () =>
    new AppError('conversation_busy', 'A reply is being written in this conversation.', {
      retryAfter: 1,
      hint: 'Wait until it ends, or cancel it.',
    }),
  takenOver: () =>
    new AppError('conversation_taken_over', 'A person has taken over this conversation.', {
      hint: 'Release it first.',
    }),
  /** Another person has it, or none although one was named. */
  held: (holder: string | null) =>
    holder === null
      ? new AppError('conversation_taken_over', 'The person in `takenBy` does not have this conversation any more.', {
          hint: 'Read it again, then take it over.',
        })
      : new AppError('conversation_taken_over', 'Another person has this conversation.', {
          details: [{ path: 'takenBy', message: holder }],
          hint: 'Take it over from them first: POST /api/conversations/{id}/takeover with their ID as takenBy.',
        }),
  noPersonOffered: () =>
    new AppError('visitor_not_allowed', 'This channel offers its visitors no person.', {
      hint: 'Set `handover.offered` of the channel to true.',
    }),
  notTakenOver: () =>
    new AppError('conversation_not_taken_over', 'No person has taken over this conversation.', {
      hint: 'Take it over first.',
    }),
  notRetryable: () =>
    new AppError(
      'message_not_retryable',
      'Only the last reply can be retried, and only if it failed or was cancelled.',
    ),
  notRateable: () => new AppError('message_not_rateable', 'Only a reply can be rated.'),
  /** A reply that is written, or will be, but can't be stored soon. */
  notStored: ({ message, extras: { retryAfter = 1 } }: AppError, failed: FailedExchange) =>
    new AppError('unavailable', message, {
      ...{ retryAfter, failed },
      details: [{ path: 'reply', message: failed.reply }],
      hint: 'The message is stored; its reply is stored, or can be retried, when the database is available again.',
    }),
  otherContent: () =>
    new AppError('idempotency_key_reused', 'Another message was sent with the same key before.', {
      hint: 'Use a new Idempotency-Key or clientMessageId for each message.',
    }),
  /** The turn of the same request still runs: the caller can follow its reply. */
  inProgress: ({ conversation, id }: { conversation: string; id: string }) =>
    keyInProgress({
      details: [
        { path: 'conversation', message: conversation },
        { path: 'message', message: id },
      ],
      hint:
        `Follow the reply with GET /api/conversations/${conversation}/stream, ` +
        'or repeat the request when it is complete.',
    }),
  versionConflict: (version?: number) =>
    new AppError('version_conflict', 'The conversation has been changed by another request.', {
      hint: 'Read it again, then repeat the change.',
      ...(version !== undefined && { version }),
    }),
} as const;
