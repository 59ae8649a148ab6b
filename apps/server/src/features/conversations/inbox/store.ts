import { type Expression, type RawBuilder, sql } from 'kysely';
import type { AttachmentKind } from '../../../platforms/content/attachment.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonOfFirst } from '../../../storage/sql/json.ts';
import { previewCharacters } from './schema.ts';

/** The newest message of a conversation, by `messages_listed_by_conversation`; `column` is what of it is read. */
export const newest = (of: Expression<string>, workspace: Expression<string>, column: 'id' | 'author') =>
  sql<string | null>`(select ${sql.ref(`newest.${column}`)} from messages as newest
    where newest.conversation_id = ${of} and newest.workspace_id = ${workspace}
    order by newest.created_at desc, newest.id desc limit 1)`;

/**
 * A condition: the latest reply failed, no person has written since, and the conversation isn't closed. Starts from the
 * failed replies, which are few and have an index of their own (migration 0019). The status is part of the SQL, so that
 * SQLite uses that index.
 */
export const isFailed = (reach: readonly string[]): RawBuilder<boolean> =>
  sql`(conversations.status <> 'closed' and conversations.id in (select failed.conversation_id from messages as failed
    where failed.status = 'failed' and failed.workspace_id in (${sql.join(reach)}) and not exists (
      select 1 from messages as later
      where later.conversation_id = failed.conversation_id and later.workspace_id = failed.workspace_id
        and (later.created_at, later.id) > (failed.created_at, failed.id) and later.role <> 'user')))`;

/** The latest message of a conversation as the database returns it, with the beginning of its text. */
export interface StoredLastMessage {
  readonly conversation: string;
  readonly role: 'user' | 'assistant' | 'human';
  readonly status: 'streaming' | 'complete' | 'failed' | 'cancelled';
  readonly content: string;
  readonly createdAt: number;
  readonly attachmentKind: AttachmentKind | null;
}

/** Reads the latest message of each conversation of a page, one look into an index for each. */
export function findLastMessages(db: Database, ids: readonly string[]): Promise<StoredLastMessage[]> {
  const query = sql<StoredLastMessage>`select messages.conversation_id as conversation, messages.role, messages.status,
      substr(messages.content, 1, ${sql.lit(previewCharacters + 1)}) as content, messages.created_at as "createdAt",
      ${jsonOfFirst(db, sql.ref('messages.attachments'), 'kind')} as "attachmentKind"
    from messages where messages.id in (
      select ${newest(sql.ref('listed.id'), sql.ref('listed.workspace_id'), 'id')} from conversations as listed
      where listed.id in (${sql.join(ids)}))`;
  return db.read<StoredLastMessage>(query.compile(db.query));
}
