import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../../access/actor.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { isInLiveConversation } from '../../../storage/sql/alive.ts';
import { isoTime, jsonObject } from '../../../storage/sql/json.ts';
import { createList } from '../../../storage/sql/list.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { UserConnectionQuery } from './schema.ts';

interface Filters {
  readonly tool: string;
  readonly userId: string | undefined;
}

/** An account of an end user as JSON: never its tokens. */
const accountJson = (db: Database, of: ExpressionBuilder<Tables, 'tool_connections'>) =>
  jsonObject(db, {
    _id: of.ref('tool_connections.id'),
    tool: of.ref('tool_connections.tool_id'),
    userId: of.ref('tool_connections.end_user'),
    conversation: of.ref('tool_connections.conversation_id'),
    channel: of.ref('tool_connections.channel_id'),
    state: of.ref('tool_connections.state'),
    expiresAt: isoTime(db, of.ref('tool_connections.expires_at')),
    createdAt: isoTime(db, of.ref('tool_connections.created_at')),
    updatedAt: isoTime(db, of.ref('tool_connections.updated_at')),
  });

const accounts = createList({
  table: 'tool_connections',
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at' },
  json: accountJson,
  maxRowBytes: 4_000,
  areInOrder: () => false,
  mayScan: (_filters: Filters) => true,
  where: (_db, of, { tool, userId }: Filters) => [
    of('tool_id', '=', tool),
    of('user_id', 'is not', null),
    // A row of state none was asked for, and never connected.
    of('state', '<>', 'none'),
    userId !== undefined && of('end_user', '=', userId),
    of.or([of('conversation_id', 'is', null), isInLiveConversation(sql.ref('tool_connections.conversation_id'))]),
  ],
});

/** Reads a page of the accounts of end users of a tool as JSON text. Throws `cursor_invalid`. */
export const readAccounts = (
  db: Database,
  reach: Reach,
  { tool, query, ...asker }: Asker & { readonly tool: string; readonly query: UserConnectionQuery },
): Promise<string> => {
  const { userId } = query;
  const scan = { ...asker, narrow: 'Ask for one user, or leave out includeTotal.' };
  return accounts.read(db, { reach, filters: { tool, userId }, scan }, query);
};
