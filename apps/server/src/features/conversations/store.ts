import { type ExpressionBuilder, sql } from 'kysely';
import type { Reach } from '../../access/actor.ts';
import type { Priority } from '../../schemas/conversations/assignment.ts';
import type { ConversationStatus } from '../../schemas/conversations/conversation.ts';
import type { Satisfaction } from '../../schemas/conversations/satisfaction.ts';
import { satisfactionJson, visitorJson } from '../../storage/conversation-json/members.ts';
import type { Database } from '../../storage/database.ts';
import { isAlive } from '../../storage/sql/alive.ts';
import { isoTime, jsonMember, jsonObject, jsonText } from '../../storage/sql/json.ts';
import { monotonicTime } from '../../storage/sql/monotonic-time.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import type { ConversationRow, Tables } from '../../storage/tables.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';

/** A conversation as the database returns it: the JSON of the response, and the columns that the service checks. */
export interface StoredConversation {
  readonly id: string;
  readonly json: string;
  readonly workspace: string;
  readonly agent: string;
  /** The agent to which it was handed over; null while its own agent answers. */
  readonly answeringAgent: string | null;
  readonly channel: string | null;
  readonly user: string | null;
  readonly version: number;
  readonly status: ConversationStatus;
  /** The ID of the reply that is being written. */
  readonly turn: string | null;
  readonly lastMessageAt: number;
  /** The number of messages, which PostgreSQL may return as text. */
  readonly messages: number | string;
  /** Data about the visitor: JSON, or null for nothing. */
  readonly form: string | null;
  readonly page: string | null;
}

/** The columns of a conversation in a query. */
export type ConversationColumns = ExpressionBuilder<Tables, 'conversations'>;

/** The whole conversation as JSON. */
export function conversationJson(db: Database, of: ConversationColumns) {
  const lastMessage = of.case().when('conversations.message_count', '>', 0).then(of.ref('last_message_at')).end();
  return jsonObject(db, {
    _id: of.ref('conversations.id'),
    agent: of.ref('conversations.agent_id'),
    answeringAgent: of.ref('conversations.answering_agent_id'),
    workspace: of.ref('conversations.workspace_id'),
    channel: of.ref('conversations.channel_id'),
    userId: of.ref('conversations.user_id'),
    title: of.ref('conversations.title'),
    status: of.ref('conversations.status'),
    takenBy: of.ref('conversations.taken_by'),
    waitingSince: isoTime(db, of.ref('conversations.waiting_since')),
    assignee: of.ref('conversations.assignee_id'),
    team: of.ref('conversations.team_id'),
    priority: of.ref('conversations.priority'),
    snoozedUntil: isoTime(db, of.ref('conversations.snoozed_until')),
    tags: jsonText(db, of.ref('conversations.tags')),
    metadata: jsonText(db, of.ref('conversations.metadata')),
    visitor: visitorJson(db, of),
    playground: jsonText(db, sql`case conversations.playground when 1 then 'true' else 'false' end`),
    messageCount: of.ref('conversations.message_count'),
    lastMessageAt: isoTime(db, lastMessage),
    turn: of.ref('conversations.turn'),
    usage: jsonMember(db, {
      inputTokens: of.ref('conversations.input_tokens'),
      outputTokens: of.ref('conversations.output_tokens'),
    }),
    rating: of.ref('conversations.rating'),
    satisfaction: satisfactionJson(db, of),
    createdAt: isoTime(db, of.ref('conversations.created_at')),
    updatedAt: isoTime(db, of.ref('conversations.updated_at')),
  });
}

/** Selects a `StoredConversation`. */
export const stored = (db: Database) => (of: ConversationColumns) =>
  [
    'conversations.id as id',
    conversationJson(db, of).as('json'),
    'conversations.workspace_id as workspace',
    'conversations.agent_id as agent',
    'conversations.answering_agent_id as answeringAgent',
    'conversations.channel_id as channel',
    'conversations.user_id as user',
    'conversations.version as version',
    sql<ConversationStatus>`conversations.status`.as('status'),
    'conversations.turn as turn',
    'conversations.last_message_at as lastMessageAt',
    'conversations.message_count as messages',
    'conversations.visitor_form as form',
    'conversations.visitor_page as page',
  ] as const;

const findById = prepared((db, args: { id: string; reach: Reach }) =>
  db.query
    .selectFrom('conversations')
    .select(stored(db))
    .where('id', '=', args.id)
    .where('workspace_id', 'in', args.reach)
    .where(isAlive(sql.ref('conversations.agent_id'))),
);

/** Finds a conversation in the workspaces within reach. */
export async function find(db: Database, reach: Reach, id: string): Promise<StoredConversation | undefined> {
  if (reach.length === 0) return undefined;
  const [conversation] = await db.read(findById(db, { id, reach }));
  return conversation;
}

const insertRow = prepared((db, row: ConversationRow) =>
  db.query.insertInto('conversations').values(row).returning(stored(db)),
);

/** Inserts a conversation and returns it. Throws `onMissing` if its agent or channel was deleted meanwhile. */
export const insert = (
  db: Database,
  workspace: string,
  { row, onMissing }: { readonly row: Omit<ConversationRow, 'workspace_id'>; readonly onMissing: () => Error },
): Statement<StoredConversation> => statement(insertRow(db, { ...row, workspace_id: workspace }), { onMissing });

/** Increments the version, and moves `updated_at` strictly forward, even within a millisecond. */
export const moved = (of: ExpressionBuilder<Tables, 'conversations'>, now: number) => ({
  version: of('conversations.version', '+', 1),
  updated_at: monotonicTime(of.ref('conversations.updated_at'), now),
});

/** The values that a change sets; undefined for those that stay. */
export interface Columns {
  readonly title?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: object | undefined;
  readonly status?: ConversationStatus | undefined;
  readonly takenBy?: string | null | undefined;
  /** The answers of its visitor to a form, as JSON. */
  readonly form?: string | undefined;
  readonly assignee?: string | null | undefined;
  readonly team?: string | null | undefined;
  readonly priority?: Priority | undefined;
  /** In ms since 1970. */
  readonly snoozedUntil?: number | null | undefined;
  readonly satisfaction?: Satisfaction | undefined;
  /** The wait of the visitor for a person ends, begins now unless it has begun, or goes on if the last message has no answer. */
  readonly waiting?: 'none' | 'now' | 'unanswered' | undefined;
}

/** A change of a conversation. */
interface Update {
  readonly id: string;
  /** The version that it replaces. */
  readonly version: number;
  readonly now: number;
  readonly columns: Columns;
}

/** Changes a conversation and returns it; throws `orElse` if it is gone or has another version. */
export function update(
  db: Database,
  workspace: string,
  { id, version, now, columns: changes }: Update,
  orElse: () => Error,
): Statement<StoredConversation> {
  const { satisfaction } = changes;
  const args = {
    id,
    workspace,
    version,
    now,
    title: changes.title,
    tags: changes.tags && JSON.stringify(changes.tags),
    metadata: changes.metadata && JSON.stringify(changes.metadata),
    status: changes.status,
    taken_by: changes.takenBy,
    visitor_form: changes.form,
    assignee_id: changes.assignee,
    team_id: changes.team,
    priority: changes.priority,
    snoozed_until: changes.snoozedUntil,
    satisfaction_score: satisfaction?.score,
    satisfaction_comment: satisfaction?.comment,
    satisfaction_at: satisfaction && Date.parse(satisfaction.ratedAt),
  };
  return one(updateRow(db, args, changes.waiting ?? 'as before'), orElse);
}

type UpdateArguments = {
  readonly id: string;
  readonly workspace: string;
  readonly version: number;
  readonly now: number;
} & {
  readonly [Column in 'title' | 'tags' | 'metadata' | 'status' | 'visitor_form' | 'priority']: string | undefined;
} & {
  readonly [Column in 'taken_by' | 'assignee_id' | 'team_id' | 'satisfaction_comment']: string | null | undefined;
} & { readonly [Column in 'snoozed_until' | 'satisfaction_score' | 'satisfaction_at']: number | null | undefined };

type Waiting = NonNullable<Columns['waiting']> | 'as before';

/** Since when the visitor waits: as before, or since the last message if it is the visitor's or its reply didn't end. */
const sinceUnanswered = sql<number | null>`coalesce(waiting_since, (
  select case when newest.role = 'user' or newest.role = 'assistant' and newest.status <> 'complete'
    then conversations.last_message_at end
  from messages as newest where newest.conversation_id = conversations.id
  order by newest.created_at desc, newest.id desc limit 1))`;

const updateRow = prepared((db, { id, workspace, version, now, ...columns }: UpdateArguments, waiting: Waiting) => {
  const changed = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const since = { none: null, now: sql<number>`coalesce(waiting_since, ${now})`, unanswered: sinceUnanswered };
  // An answer is about the assignee.
  const rated = 'satisfaction_score' in changed && { satisfaction_user: sql.ref<string>('assignee_id') };
  return db.query
    .updateTable('conversations')
    .set({ ...changed, ...rated })
    .set((of) => ({ ...moved(of, now), ...(waiting !== 'as before' && { waiting_since: since[waiting] }) }))
    .where('id', '=', id)
    .where('workspace_id', '=', workspace)
    .where('version', '=', version)
    .where(isAlive(sql.ref('conversations.agent_id')))
    .returning(stored(db));
});
