import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../../access/actor.ts';
import type { MessageStatus } from '../../../replies/schemas/message.ts';
import type { Database } from '../../../storage/database.ts';
import type { Repeat } from '../../../storage/idempotency.ts';
import { isInLiveConversation } from '../../../storage/sql/alive.ts';
import { isoTime, jsonMember, jsonObject, jsonText } from '../../../storage/sql/json.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { MessageRow, Tables } from '../../../storage/tables.ts';
import { type Statement, statement } from '../../../storage/unit.ts';
import { partsJson } from './part-store.ts';

/** A message as the database returns it: the JSON of the response, and the columns that the service checks. */
export interface StoredMessage {
  readonly id: string;
  readonly json: string;
  readonly workspace: string;
  readonly conversation: string;
  readonly role: string;
  readonly content: string;
  readonly status: MessageStatus;
  readonly replyTo: string | null;
  readonly createdAt: number;
  /** The fingerprint of the request that stored it, if it had an `Idempotency-Key`. */
  readonly repeatDigest: string | null;
}

/** The columns of a message in a query. */
export type MessageColumns = ExpressionBuilder<Tables, 'messages'>;

/** The whole message as JSON. */
export function messageJson(db: Database, of: MessageColumns) {
  const usage = jsonMember(db, {
    inputTokens: of.ref('messages.input_tokens'),
    outputTokens: of.ref('messages.output_tokens'),
  });
  const usageOrNull = sql<string | null>`case when ${of.ref('messages.output_tokens')} is not null then ${usage} end`;
  return jsonObject(db, {
    _id: of.ref('messages.id'),
    conversation: of.ref('messages.conversation_id'),
    role: of.ref('messages.role'),
    content: of.ref('messages.content'),
    status: of.ref('messages.status'),
    author: of.ref('messages.author'),
    clientMessageId: sql`case when messages.client_message_id like 'id:%' then substr(messages.client_message_id, 4) end`,
    replyTo: of.ref('messages.reply_to'),
    citations: jsonText(db, of.ref('messages.citations')),
    parts: partsJson(db, of),
    attachments: jsonText(db, sql`coalesce(${of.ref('messages.attachments')}, '[]')`),
    model: of.ref('messages.model'),
    fallbacks: jsonText(db, sql`coalesce(${of.ref('messages.fallbacks')}, '[]')`),
    // Again as JSON: on SQLite, `case` turns it into text.
    usage: jsonText(db, usageOrNull),
    firstTokenMs: of.ref('messages.first_token_ms'),
    latencyMs: of.ref('messages.latency_ms'),
    feedback: of.ref('messages.feedback'),
    feedbackComment: of.ref('messages.feedback_comment'),
    finishReason: of.ref('messages.finish_reason'),
    error: jsonText(db, of.ref('messages.error')),
    createdAt: isoTime(db, of.ref('messages.created_at')),
    updatedAt: isoTime(db, of.ref('messages.updated_at')),
  });
}

/** Selects a `StoredMessage`. */
export const stored = (db: Database) => (of: MessageColumns) =>
  [
    'messages.id as id',
    messageJson(db, of).as('json'),
    'messages.workspace_id as workspace',
    'messages.conversation_id as conversation',
    'messages.role as role',
    'messages.content as content',
    sql<MessageStatus>`messages.status`.as('status'),
    'messages.reply_to as replyTo',
    'messages.created_at as createdAt',
    'messages.repeat_digest as repeatDigest',
  ] as const;

/** Moves `updated_at` strictly forward: a reply starts a millisecond after its question, and clocks are set back. */
export const touched = (of: MessageColumns, now: number) => ({
  updated_at: monotonicTime(of.ref('messages.updated_at'), now),
});

const findById = prepared((db, args: { id: string; reach: Reach }) =>
  db.query
    .selectFrom('messages')
    .select(stored(db))
    .where('id', '=', args.id)
    .where('workspace_id', 'in', args.reach)
    .where(isInLiveConversation(sql.ref('messages.conversation_id'))),
);

/** Finds a message in the workspaces within reach. */
export async function find(db: Database, reach: Reach, id: string): Promise<StoredMessage | undefined> {
  if (reach.length === 0) return undefined;
  const [message] = await db.read(findById(db, { id, reach }));
  return message;
}

const findByClientId = prepared((db, args: { workspace: string; conversation: string; clientId: string }) =>
  db.query
    .selectFrom('messages')
    .select(stored(db))
    .where('conversation_id', '=', args.conversation)
    .where('client_message_id', '=', args.clientId)
    .where('workspace_id', '=', args.workspace),
);

/** Finds the message that was sent with a `clientMessageId` before. */
export async function findSent(
  db: Database,
  workspace: string,
  { conversation, clientId }: { conversation: string; clientId: string },
): Promise<StoredMessage | undefined> {
  const [message] = await db.read(findByClientId(db, { workspace, conversation, clientId }));
  return message;
}

const findByRepeatKey = prepared((db, args: { workspace: string; key: string }) =>
  db.query
    .selectFrom('messages')
    .select(stored(db))
    .where('repeat_key', '=', args.key)
    .where('workspace_id', '=', args.workspace)
    .where(isInLiveConversation(sql.ref('messages.conversation_id'))),
);

/** The `messages.repeat_key` of a request. */
export const repeatKey = ({ id }: Repeat): string => `key:${id}`;

/** Finds the message or reply that an earlier request with the same `Idempotency-Key` stored. */
export async function findMadeBy(db: Database, workspace: string, repeat: Repeat): Promise<StoredMessage | undefined> {
  const [message] = await db.read(findByRepeatKey(db, { workspace, key: repeatKey(repeat) }));
  return message;
}

const findNewest = prepared((db, args: { workspace: string; conversation: string }) =>
  db.query
    .selectFrom('messages')
    .select(stored(db))
    .where('conversation_id', '=', args.conversation)
    .where('workspace_id', '=', args.workspace)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

/** Finds the last message of a conversation. */
export async function findLast(db: Database, workspace: string, conversation: string) {
  const [message] = await db.read(findNewest(db, { workspace, conversation }));
  return message;
}

const findLatestReply = prepared((db, args: { workspace: string; conversation: string; message: string }) =>
  db.query
    .selectFrom('messages')
    .select(stored(db))
    .where('conversation_id', '=', args.conversation)
    .where('reply_to', '=', args.message)
    .where('workspace_id', '=', args.workspace)
    .orderBy('created_at', 'desc')
    .limit(1),
);

/** Finds the latest reply to a message. */
export async function findReply(db: Database, workspace: string, to: { conversation: string; message: string }) {
  const [reply] = await db.read(findLatestReply(db, { workspace, conversation: to.conversation, message: to.message }));
  return reply;
}

/**
 * The version that a conversation has after a change, for the message that changes with it. The statement that
 * increments it comes first in the unit of work, and locks the row: so versions are in the order of commits.
 */
export const revisionIn = (db: Database, conversation: string) =>
  db.query.selectFrom('conversations').select('conversations.version').where('conversations.id', '=', conversation);

const insertRow = prepared((db, row: Omit<MessageRow, 'revision'>) =>
  db.query
    .insertInto('messages')
    .values({ ...row, revision: revisionIn(db, row.conversation_id) })
    .returning(stored(db)),
);

/** A message as it is inserted; the fields of a reply are set at its end. */
export type NewMessage = Pick<
  MessageRow,
  'id' | 'conversation_id' | 'role' | 'content' | 'status' | 'created_at' | 'author' | 'client_message_id'
> &
  Pick<MessageRow, 'reply_to' | 'model' | 'repeat_key' | 'repeat_digest'> &
  Partial<Pick<MessageRow, 'attachments' | 'attachment_files' | 'response_schema'>>;

/**
 * Inserts a message after the conversation's own change, and returns it; written by `writeEnded`. Throws `onMissing` if
 * its conversation was deleted meanwhile, `onConflict` if its `clientMessageId` or the key of its request is taken.
 */
export function insert(
  db: Database,
  workspace: string,
  message: NewMessage,
  failures: { onMissing: () => Error; onConflict: () => Error },
): Statement<StoredMessage> {
  const at = message.created_at;
  const row = { ...noReply, ...message, workspace_id: workspace, updated_at: at };
  return statement(insertRow(db, row), failures);
}

/** The values of the columns that only a reply fills, a rating, or what a platform sends beside text. */
export const noReply = {
  citations: '[]',
  parts: null,
  input_tokens: null,
  output_tokens: null,
  first_token_ms: null,
  latency_ms: null,
  feedback: null,
  feedback_comment: null,
  finish_reason: null,
  error: null,
  rating_revision: null,
  attachments: null,
  attachment_files: null,
  fallbacks: null,
  response_schema: null,
} as const;
