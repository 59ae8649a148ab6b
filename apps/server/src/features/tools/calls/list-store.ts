import { sql } from 'kysely';
import type { Reach } from '../../../access/actor.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { isInLiveConversation } from '../../../storage/sql/alive.ts';
import { createList } from '../../../storage/sql/list.ts';
import type { ToolCallQuery } from './schema.ts';
import { callJson } from './store.ts';

interface Filters {
  readonly status: ToolCallQuery['status'] | undefined;
  readonly agentId: string | undefined;
  readonly conversationId: string | undefined;
  readonly waitsFor: ToolCallQuery['waitsFor'] | undefined;
}

/** The stored states that a reader sees as one. */
const storedAs = (status: string) => (status === 'running' ? ['running', 'approved'] : [status]);

const calls = createList({
  table: 'tool_calls',
  sorts: { createdAt: 'created_at' },
  json: callJson,
  // Arguments and result.
  maxRowBytes: 220_000,
  areInOrder: ({ status, agentId, conversationId, waitsFor }: Filters) =>
    (status === undefined || status === 'waiting') &&
    [agentId, conversationId, waitsFor].every((each) => each === undefined),
  mayScan: ({ status, agentId, conversationId, waitsFor }: Filters) =>
    [agentId, conversationId, waitsFor].some((each) => each !== undefined) ||
    (status !== undefined && status !== 'waiting'),
  where: (_db, of, { status, agentId, conversationId, waitsFor }: Filters) => [
    // A literal, so that the planners see that the partial index applies.
    status === 'waiting' && of('status', '=', sql.lit('waiting')),
    status !== undefined && status !== 'waiting' && of('status', 'in', storedAs(status)),
    agentId !== undefined && of('agent_id', '=', agentId),
    conversationId !== undefined && of('conversation_id', '=', conversationId),
    waitsFor !== undefined && of('waits_for', '=', waitsFor),
    isInLiveConversation(sql.ref('tool_calls.conversation_id')),
  ],
});

/** Reads a page of the calls in the workspaces within reach as JSON text. Throws `cursor_invalid`. */
export const readCalls = (
  db: Database,
  reach: Reach,
  { query, ...asker }: Asker & { readonly query: ToolCallQuery },
): Promise<string> => {
  const { status, agentId, conversationId, waitsFor } = query;
  const scan = { ...asker, narrow: 'Ask for one status or conversation, or leave out includeTotal.' };
  return calls.read(db, { reach, filters: { status, agentId, conversationId, waitsFor }, scan }, query);
};
