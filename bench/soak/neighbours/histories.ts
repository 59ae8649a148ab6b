import { newId } from '../../../apps/server/src/ids.ts';
import type { ConversationRow, MessageRow, NewRow } from '../../../apps/server/src/storage/tables.ts';
import type { Ground } from './neighbour.ts';

/** The row of an agent. */
export function agentRow(workspace: string, name: string, more: Partial<NewRow<'agents'>> = {}): NewRow<'agents'> {
  const time = Date.now();
  return {
    ...{ id: newId('agent'), workspace_id: workspace, name, description: '', system_prompt: '', model: 'builtin/echo' },
    ...{ temperature: '0.7', status: 'active', version: 1, created_at: time, updated_at: time, deleted_at: null },
    ...{
      name_folded: name.toLowerCase(),
      description_folded: '',
      answer_mode: 'open',
      grounding_judge: 'rules',
      rerank: 0,
      knowledge_filter: null,
      ...more,
    },
  };
}

function conversationRow(workspace: string, agent: string, messages: number): ConversationRow {
  const time = Date.now();
  return {
    ...{ id: newId('conversation'), workspace_id: workspace, agent_id: agent, channel_id: null, status: 'open' },
    ...{ created_at: time, updated_at: time, user_id: null, title: 'Seeded', tags: '[]', metadata: '{}' },
    ...{ message_count: messages, last_message_at: time, input_tokens: 0, output_tokens: 0, rating: null },
    ...{ version: 1, turn: null, turn_until: null, taken_by: null, thread: null, playground: 0 },
    ...{
      visitor_form: null,
      visitor_page: null,
      answering_agent_id: null,
      waiting_since: null,
      assignee_id: null,
      team_id: null,
      priority: 'normal',
      snoozed_until: null,
      satisfaction_score: null,
      satisfaction_comment: null,
      satisfaction_at: null,
      satisfaction_user: null,
    },
  };
}

function messageRow(of: ConversationRow, content: string): MessageRow {
  const { workspace_id, id, created_at, updated_at } = of;
  return {
    ...{ id: newId('message'), workspace_id, conversation_id: id, role: 'user', content, status: 'complete' },
    ...{ created_at, updated_at, author: null, client_message_id: null, repeat_key: null, repeat_digest: null },
    ...{
      reply_to: null,
      model: null,
      citations: '[]',
      parts: null,
      attachments: null,
      attachment_files: null,
      response_schema: null,
      fallbacks: null,
      input_tokens: null,
      output_tokens: null,
    },
    ...{ first_token_ms: null, latency_ms: null, feedback: null, feedback_comment: null, finish_reason: null },
    ...{ error: null, revision: 0, rating_revision: null },
  };
}

/**
 * Writes an agent with conversations that have the same message so many times. Returns its ID and that of the last one.
 */
export async function insertHistory(
  ground: Ground,
  { conversations, messages, content }: { conversations: number; messages: number; content: string },
): Promise<{ agent: string; conversation: string }> {
  const agent = agentRow(ground.workspace, 'With a history');
  await ground.insert('agents', [agent]);
  const rows = Array.from({ length: conversations }, () => conversationRow(ground.workspace, agent.id, messages));
  await ground.insert('conversations', rows);
  await ground.insert('messages', repeat(rows, messages, content));
  return { agent: agent.id, conversation: rows.at(-1)?.id ?? '' };
}

function* repeat(rows: readonly ConversationRow[], times: number, content: string): Generator<MessageRow> {
  for (const row of rows) for (let index = 0; index < times; index += 1) yield messageRow(row, content);
}
