import { invalid } from '../../errors.ts';
import type { Conversation, ConversationDraft } from '../../schemas/conversations/conversation.ts';
import type { StoredContext, VisitorInfo } from '../../schemas/conversations/visitors.ts';
import { checkMetadata } from '../../storage/sql/metadata-check.ts';
import type { ConversationRow } from '../../storage/tables.ts';
import type { Bounds } from './access.ts';
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
    answering_agent_id: null,
    waiting_since: null,
    assignee_id: null,
    team_id: null,
    priority: 'normal',
    snoozed_until: null,
    ...{ satisfaction_score: null, satisfaction_comment: null, satisfaction_at: null, satisfaction_user: null },
  };
}

/** A new conversation as the API returns it. */
export function toConversation(workspace: string, row: Omit<ConversationRow, 'workspace_id'>): Conversation {
  const time = new Date(row.created_at).toISOString();
  return {
    _id: row.id,
    agent: row.agent_id,
    answeringAgent: null,
    workspace,
    channel: row.channel_id,
    userId: row.user_id,
    title: row.title,
    status: 'open',
    takenBy: null,
    waitingSince: null,
    assignee: null,
    team: null,
    priority: 'normal',
    snoozedUntil: null,
    tags: JSON.parse(row.tags) as string[],
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    visitor: visitorOf(row),
    playground: row.playground === 1,
    messageCount: 0,
    lastMessageAt: null,
    turn: null,
    usage: { inputTokens: 0, outputTokens: 0 },
    rating: null,
    satisfaction: null,
    createdAt: time,
    updatedAt: time,
  };
}

/** Data about the visitor of a new conversation. */
function visitorOf({ visitor_form: form, visitor_page: page }: Pick<ConversationRow, 'visitor_form' | 'visitor_page'>) {
  if (form === null && page === null) return null;
  return {
    form: JSON.parse(form ?? '{}') as VisitorInfo['form'],
    context: page === null ? null : (JSON.parse(page) as StoredContext),
  };
}
