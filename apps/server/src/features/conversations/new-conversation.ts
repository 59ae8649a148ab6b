import { invalid } from '../../errors.ts';
import { checkMetadata } from '../../storage/sql/metadata-check.ts';
import type { ConversationRow } from '../../storage/tables.ts';
import type { Bounds } from './access.ts';
import type { ConversationDraft } from './schema.ts';
import type { Visit } from './visitors/visits.ts';

interface Origin {
  readonly id: string;
  readonly agent: string;
  readonly now: number;
  /** The channel, the user and the thread of an actor that is bound to them. */
  readonly bounds: Bounds;
  readonly visit: Visit;
}

/**
 * The row of a new conversation. Throws `validation_failed` if its metadata is too large, or if a visitor or a channel
 * begins one in the playground.
 */
export function newConversation(
  {
    userId,
    title = '',
    tags = [],
    metadata = {},
    playground = false,
  }: { [Name in keyof Omit<ConversationDraft, 'form' | 'context'>]: ConversationDraft[Name] | undefined },
  { id, agent, now, bounds, visit }: Origin,
): Omit<ConversationRow, 'workspace_id'> {
  checkMetadata(metadata);
  if (playground && bounds.channel !== undefined) {
    throw invalid([{ path: 'playground', message: 'must be false in a conversation of a channel' }]);
  }
  return {
    id,
    agent_id: agent,
    channel_id: bounds.channel ?? null,
    status: 'open',
    created_at: now,
    updated_at: now,
    user_id: bounds.user ?? userId ?? null,
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
    taken_by: null,
    thread: bounds.thread ?? null,
    playground: playground ? 1 : 0,
    visitor_form: visit.form,
    visitor_page: visit.page,
  };
}
