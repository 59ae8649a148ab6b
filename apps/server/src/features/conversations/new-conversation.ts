import { invalid } from '../../errors.ts';
import type { ConversationRow } from '../../storage/tables.ts';
import { bounds, type ConversationDraft } from './schema.ts';

interface Origin {
  readonly id: string;
  readonly agent: string;
  readonly now: number;
}

/** The row of a conversation that begins. Throws `validation_failed` where its metadata is too large. */
export function newConversation(
  {
    userId,
    title = '',
    tags = [],
    metadata = {},
  }: { [Name in keyof ConversationDraft]: ConversationDraft[Name] | undefined },
  { id, agent, now }: Origin,
): Omit<ConversationRow, 'workspace_id'> {
  checkMetadata(metadata);
  return {
    id,
    agent_id: agent,
    channel_id: null,
    status: 'open',
    created_at: now,
    updated_at: now,
    user_id: userId ?? null,
    title,
    tags: JSON.stringify(tags),
    metadata: JSON.stringify(metadata),
    message_count: 0,
    last_message_at: now,
    input_tokens: 0,
    output_tokens: 0,
    rating: null,
    version: 1,
    turn: null,
    turn_until: null,
    origin: null,
    taken_by: null,
  };
}

/** Throws `validation_failed` where metadata are too large as JSON; the schema bounds their keys. */
export function checkMetadata(metadata: object | undefined): void {
  if (metadata === undefined || JSON.stringify(metadata).length <= bounds.metadataCharacters) return;
  throw invalid([{ path: 'metadata', message: 'must have at most 16,384 characters as JSON' }]);
}
