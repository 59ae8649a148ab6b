import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../errors.ts';
import { type Conversation, type ConversationChanges, readOnly } from '../../schemas/conversations/conversation.ts';
import { assignmentOf } from './assignment/changes.ts';
import type { StoredConversation } from './store.ts';

/** The changes that a body asks for, without what it only echoes. */
type Changes = Pick<ConversationChanges, 'title' | 'tags' | 'metadata' | 'assignee' | 'team' | 'priority'> & {
  readonly status?: 'open' | 'closed';
  /** In ms since 1970. */
  readonly snoozedUntil?: number | null;
};

/**
 * Returns the changes of a body that may echo a conversation as it was read. Throws `read_only_field` if a field that
 * the service owns differs from the stored value, and `validation_failed` for a value that only an echo may have.
 */
export function changesOf({ json }: Pick<StoredConversation, 'json'>, body: ConversationChanges, now: number): Changes {
  const stored = JSON.parse(json) as Conversation;
  const wrong = readOnly.filter((field) => body[field] !== undefined && !isDeepStrictEqual(body[field], stored[field]));
  if (wrong.length > 0) {
    throw invalid(
      wrong.map((path) => ({ path, message: 'is read-only' })),
      'read_only_field',
    );
  }
  const { title, status, tags, metadata } = body;
  if (title === '' && stored.title !== '') throw invalid([{ path: 'title', message: 'must not be empty' }]);
  if (status === 'human' && stored.status !== 'human') {
    const message = 'must be open or closed';
    throw invalid(
      [{ path: 'status', message }],
      'validation_failed',
      'To take over, send POST /api/conversations/{id}/takeover.',
    );
  }
  return {
    // An empty title is derived from the first message, which may arrive meanwhile.
    ...(title !== undefined && title !== '' && { title }),
    ...(tags !== undefined && { tags }),
    ...(metadata !== undefined && { metadata }),
    ...(status !== undefined && status !== 'human' && { status }),
    ...assignmentOf(stored, body, now),
  };
}
