import { sql } from 'kysely';
import { type ChannelType, channelTypes, kindOf } from '../../../platforms/kinds.ts';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { type Condition, type Statement, statement } from '../../../storage/unit.ts';

/** The kinds of channels whose users can be asked. */
const asking: readonly ChannelType[] = channelTypes.filter((type) => {
  const { messenger, settings } = kindOf(type);
  return messenger !== undefined && 'satisfaction' in settings.properties;
});

/** A condition: a conversation is of a channel whose kind can ask. */
export const mayAsk = (conversation: string): Condition =>
  sql`exists (select 1 from conversations as asked join channels on channels.id = asked.channel_id
    where asked.id = ${conversation} and asked.user_id is not null and channels.type in (${sql.join(asking)}))`;

const closed = prepared((db, { conversation, workspace }: { conversation: string; workspace: string }) =>
  db.query
    .selectFrom('conversations')
    .innerJoin('channels', 'channels.id', 'conversations.channel_id')
    .innerJoin('channel_threads', (join) =>
      join
        .onRef('channel_threads.channel_id', '=', 'channels.id')
        .onRef('channel_threads.user_id', '=', 'conversations.user_id')
        .on((of) => of('channel_threads.thread', '=', of.fn.coalesce('conversations.thread', of.val('')))),
    )
    .select(['channels.id as channel', 'channels.type', 'channels.status as channelStatus', 'channels.refused'])
    .select(['channels.settings', 'channels.secrets', 'channels.held_until as heldUntil'])
    .select(['channels.last_error as lastError', 'channel_threads.user_id as user', 'conversations.thread'])
    .select(['channel_threads.id as row', 'channel_threads.context', 'channel_threads.last_event_at as lastEventAt'])
    .select(['asked_conversation as asked', 'asked_version as askedVersion', 'satisfaction_at as ratedAt'])
    .select((of) =>
      of
        .selectFrom('conversation_entries')
        .select('conversation_entries.version')
        .whereRef('conversation_entries.conversation_id', '=', 'conversations.id')
        .where('conversation_entries.type', '=', 'closed')
        .orderBy('conversation_entries.version', 'desc')
        .limit(1)
        .as('version'),
    )
    .select((of) =>
      of
        .selectFrom('conversation_entries')
        .select('conversation_entries.created_at')
        .whereRef('conversation_entries.conversation_id', '=', 'conversations.id')
        .where('conversation_entries.type', '=', 'closed')
        .orderBy('conversation_entries.version', 'desc')
        .limit(1)
        .as('closedAt'),
    )
    .where('conversations.id', '=', conversation)
    .where('conversations.workspace_id', '=', workspace)
    .where('conversations.status', '=', 'closed')
    .where('channels.deleted_at', 'is', null),
);

/** A closed conversation of a messenger with its channel, its user, and whether that was asked. */
export type Closed = NonNullable<Awaited<ReturnType<typeof findClosed>>>;

/** Finds a conversation that is closed, unless its channel is deleted. Times in ms since 1970. */
export async function findClosed(db: Database, workspace: string, conversation: string) {
  const [row] = await db.read(closed(db, { conversation, workspace }));
  if (row === undefined || row.version === null) return undefined;
  const { askedVersion, ratedAt, ...rest } = row;
  return {
    ...{ ...rest, version: Number(row.version), closedAt: Number(row.closedAt), heldUntil: Number(row.heldUntil) },
    ...{ refused: Number(row.refused), lastEventAt: Number(row.lastEventAt) },
    /** True if its user was asked after this closing. */
    isAsked: row.asked === conversation && Number(askedVersion) === Number(row.version),
    isRated: ratedAt !== null && Number(ratedAt) >= Number(row.closedAt),
  };
}

/** The question in a thread: the conversation, its version when it was closed, and until when an answer counts. */
interface Question {
  readonly row: string;
  readonly conversation: string;
  readonly version: number;
  readonly until: number;
}

/** Notes that the user of a thread is asked. */
export const noteQuestion = (
  db: Database,
  workspace: string,
  { row, conversation, version, until }: Question,
): Statement =>
  statement(
    db.query
      .updateTable('channel_threads')
      .set({ asked_conversation: conversation, asked_version: version, asked_until: until })
      .where('id', '=', row)
      .where('workspace_id', '=', workspace),
  );

/** Notes that a question didn't reach its user: it may be asked again, or not. */
export const withdrawQuestion = (
  db: Database,
  workspace: string,
  { row, conversation, isAgain }: Pick<Question, 'row' | 'conversation'> & { readonly isAgain: boolean },
): Statement =>
  statement(
    db.query
      .updateTable('channel_threads')
      .set({ asked_until: null, ...(isAgain && { asked_version: null }) })
      .where('id', '=', row)
      .where('workspace_id', '=', workspace)
      .where('asked_conversation', '=', conversation),
  );

/** Notes the message with an answer, which the thanks are for. */
export const noteAnswer = (
  db: Database,
  workspace: string,
  { row, context, at }: { readonly row: string; readonly context: string | null; readonly at: number },
): Statement =>
  statement(
    db.query
      .updateTable('channel_threads')
      .set({ context, last_event_at: at })
      .where('id', '=', row)
      .where('workspace_id', '=', workspace),
  );
