import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { isAlive } from '../../../storage/sql/alive.ts';
import { countOfQuery } from '../../../storage/sql/list.ts';
import { type Condition, one, type Statement, statement } from '../../../storage/unit.ts';
import { moved } from '../store.ts';
import { contentPart, fitsPortion, maxConversations } from './content-store.ts';

/** The conversations and messages of a channel. */
export interface ChannelHistory {
  readonly conversations: number;
  readonly messages: number;
}

/** A conversation, and the reply that is being written in it. */
export interface Ongoing {
  readonly id: string;
  readonly turn: string | null;
}

const ofChannel = (db: Database, workspace: string, channel: string) =>
  db.query.selectFrom('conversations').where('channel_id', '=', channel).where('workspace_id', '=', workspace);

const shown = (db: Database, workspace: string, channel: string) =>
  ofChannel(db, workspace, channel).where(isAlive(sql.ref('conversations.agent_id')));

/** Counts the conversations of a channel, and their messages. */
export async function count(db: Database, workspace: string, channel: string): Promise<ChannelHistory> {
  const said = db.query
    .selectFrom('messages')
    .where('conversation_id', 'in', shown(db, workspace, channel).select('id'));
  return {
    conversations: await countOfQuery(db, shown(db, workspace, channel)),
    messages: await countOfQuery(db, said),
  };
}

/** A condition: one unit of work may delete all conversations of a channel. Doesn't count more than that. */
const isShort = (channel: string): Condition => {
  const some = sql`select id from conversations where channel_id = ${channel} limit ${sql.lit(maxConversations + 1)}`;
  return sql`(select count(*) from (${some}) as held) <= ${sql.lit(maxConversations)} and ${fitsPortion(some)}`;
};

/** The statement that counts what `removeAll` deletes; throws `orElse` if that is too much for one unit of work. */
export function counted(db: Database, channel: string, orElse: () => Error): Statement<ChannelHistory> {
  const conversations: RawBuilder<number> = sql`(select count(*) from conversations where channel_id = ${channel})`;
  const messages: RawBuilder<number> = sql`(select count(*) from messages join conversations
    on conversations.id = messages.conversation_id where conversations.channel_id = ${channel})`;
  const counts = db.query.selectNoFrom([conversations.as('conversations'), messages.as('messages')]);
  return one(counts.where(isShort(channel)), orElse);
}

/**
 * Deletes the conversations of a channel with their messages, and returns them. PostgreSQL gets all statements of a
 * unit at once, so it checks again that they are few.
 */
export function removeAll(db: Database, workspace: string, channel: string): Statement<Ongoing> {
  const all = db.query
    .deleteFrom('conversations')
    .where('channel_id', '=', channel)
    .where('workspace_id', '=', workspace);
  return statement((db.engine === 'sqlite' ? all : all.where(isShort(channel))).returning(['id', 'turn']));
}

/** The statements that delete the next part of a channel's conversations; none if nothing is left. */
export async function nextPart(db: Database, workspace: string, channel: string): Promise<Statement[]> {
  const some = ofChannel(db, workspace, channel).select('id').orderBy('created_at').limit(maxConversations);
  const conversations = (await db.read(some)).map(({ id }) => id);
  if (conversations.length === 0) return [];
  const { statements, isAll } = await contentPart(db, conversations);
  if (!isAll) return statements;
  return [...statements, statement(db.query.deleteFrom('conversations').where('id', 'in', conversations))];
}

/** Finds the conversations of a channel in which a reply is being written. */
export const running = (db: Database, workspace: string, channel: string): Promise<Ongoing[]> =>
  db.read(ofChannel(db, workspace, channel).where('turn', 'is not', null).select(['id', 'turn']));

/** The key by which a channel finds its conversation. */
export interface ThreadKey {
  readonly channel: string;
  readonly user: string;
  readonly thread: string | null;
}

/** Finds the newest conversation of a user in a thread of a channel that isn't closed. */
export async function findOpen(
  db: Database,
  workspace: string,
  { channel, user, thread }: ThreadKey,
): Promise<string | undefined> {
  const [found] = await db.read(
    shown(db, workspace, channel)
      .select('id')
      .where('user_id', '=', user)
      .where('thread', thread === null ? 'is' : '=', thread)
      .where('status', '<>', 'closed')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1),
  );
  return found?.id;
}

/** A condition: a conversation is open, and no person has taken it over. */
export function isOpen(db: Database, workspace: string, conversation: string): Condition {
  const found = db.query
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', conversation)
    .where('workspace_id', '=', workspace)
    .where('status', '=', 'open');
  return sql<boolean>`exists ${found}`;
}

/** Leaves a conversation to people, if it is open and no person has taken it over yet. */
export const waitForPerson = (
  db: Database,
  workspace: string,
  {
    conversation,
    team,
    now,
  }: { readonly conversation: string; readonly team?: string | undefined; readonly now: number },
): Statement =>
  statement(
    db.query
      .updateTable('conversations')
      .set({ status: 'human', taken_by: null, waiting_since: now, ...(team !== undefined && { team_id: team }) })
      .set((of) => moved(of, now))
      .where('id', '=', conversation)
      .where('workspace_id', '=', workspace)
      .where('status', '=', 'open'),
  );

/** Finds why a reply failed, as JSON, and the number of replies to the same message up to it. */
export async function findFailure(db: Database, workspace: string, reply: string) {
  const [found] = await db.read(
    db.query
      .selectFrom('messages')
      .select(['error', 'status'])
      .select((of) =>
        of
          .selectFrom('messages as others')
          .select(sql<number>`count(*)`.as('replies'))
          .whereRef('others.conversation_id', '=', 'messages.conversation_id')
          .whereRef('others.reply_to', '=', 'messages.reply_to')
          .whereRef('others.created_at', '<=', 'messages.created_at')
          .as('replies'),
      )
      .where('id', '=', reply)
      .where('workspace_id', '=', workspace),
  );
  return found && { ...found, replies: Number(found.replies) };
}
