import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import type { ReadRow, TeamRoomPostRow } from '../../../storage/tables.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** Max messages that one look reads. */
export const perLook = 50;

/** Max entries that one look reads. */
const maxEntries = 200;

/** A message of a bot in a room. */
interface Place {
  readonly channel: string;
  readonly room: string;
  readonly remote: string;
}

/** Finds the notice, or the message in its thread, that is at a place. */
export async function findAt(db: Database, workspace: string, { channel, room, remote }: Place) {
  const [row] = await db.read(
    db.query
      .selectFrom('team_room_posts')
      .select(['id', 'conversation_id as conversation', 'room', 'remote'])
      .where('channel_id', '=', channel)
      .where('remote', '=', remote)
      .where('room', '=', room)
      .where('workspace_id', '=', workspace)
      .where('state', '<>', 'refused'),
  );
  return row;
}

/** The conversation of a thread, as it is now; undefined if it is gone. */
export async function findConversation(db: Database, workspace: string, id: string) {
  const [row] = await db.read(
    db.query
      .selectFrom('conversations')
      .select(['status', 'version'])
      .where('id', '=', id)
      .where('workspace_id', '=', workspace),
  );
  return row && { status: row.status, version: Number(row.version) };
}

interface After {
  readonly conversation: string;
  /** In ms since 1970. */
  readonly after: number;
}

/** Reads the messages of users and people after a time, the oldest first. */
export const messagesAfter = (db: Database, workspace: string, { conversation, after }: After) =>
  db.read(
    db.query
      .selectFrom('messages')
      .select(['role', 'content', 'author', 'attachments', 'revision', 'created_at', 'client_message_id as client'])
      .where('conversation_id', '=', conversation)
      .where('workspace_id', '=', workspace)
      .where('created_at', '>', after)
      .where('role', 'in', ['user', 'human'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(perLook),
  );

/** Reads who took, gave back and closed a conversation after a time, in order. */
export const entriesAfter = (db: Database, workspace: string, { conversation, after }: After) =>
  db.read(
    db.query
      .selectFrom('conversation_entries')
      .select(['type', 'actor', 'version'])
      .where('conversation_id', '=', conversation)
      .where('workspace_id', '=', workspace)
      .where('created_at', '>', after)
      .where('type', 'in', ['taken', 'given_back', 'closed'])
      .orderBy('version')
      .limit(maxEntries),
  );

/** Notes how far the thread of a notice tells of its conversation; null if it tells no more. */
export const advance = (
  db: Database,
  workspace: string,
  { id, ...to }: Pick<TeamRoomPostRow, 'id'> & Partial<TeamRoomPostRow>,
): Statement =>
  statement(db.query.updateTable('team_room_posts').set(to).where('id', '=', id).where('workspace_id', '=', workspace));

/** True if a conversation has gone on since its thread was told, or is deleted. */
const isBehind = (row: { readonly version: unknown; readonly told: unknown }): boolean =>
  row.version === null || Number(row.version) > Number(row.told);

/** Finds the next threads, by the workspaces and IDs of their notices, with whether there is something to tell. */
export async function threadsAfter(db: Database, after: string, limit: number) {
  const [workspace = '', id = ''] = after.split(' ');
  const rows = await db.read(
    threads(db)
      .where((of) =>
        of.or([
          of('team_room_posts.workspace_id', '>', workspace),
          of.and([of('team_room_posts.workspace_id', '=', workspace), of('team_room_posts.id', '>', id)]),
        ]),
      )
      .limit(limit),
  );
  return rows.map((row) => ({ id: row.id, workspace: row.workspace, isBehind: isBehind(row) }));
}

const threads = (db: Database) =>
  db.query
    .selectFrom('team_room_posts')
    .leftJoin('conversations', (join) =>
      join
        .onRef('conversations.id', '=', 'team_room_posts.conversation_id')
        .onRef('conversations.workspace_id', '=', 'team_room_posts.workspace_id'),
    )
    .select([
      'team_room_posts.id as id',
      'team_room_posts.workspace_id as workspace',
      'team_room_posts.thread_version as told',
      'conversations.version as version',
    ])
    .where('team_room_posts.thread_version', 'is not', null)
    .orderBy('team_room_posts.workspace_id')
    .orderBy('team_room_posts.id');

/** Max threads of a workspace that one waking tells; the look of each minute finds the rest. */
const perWaking = 200;

/** Finds the notices of workspaces whose threads have something to tell. */
export async function behindIn(db: Database, workspaces: readonly string[]) {
  const rows = await db.read(
    threads(db)
      .where('team_room_posts.workspace_id', 'in', workspaces)
      .whereRef('conversations.version', '>', 'team_room_posts.thread_version')
      .limit(perWaking),
  );
  return rows.map(({ id, workspace }) => ({ id, workspace }));
}

const ofAccount = prepared((db, { account }: { readonly account: string }) =>
  db.query
    .selectFrom('workspaces')
    .innerJoin('team_rooms', 'team_rooms.id', 'workspaces.id')
    .select('workspaces.id as id')
    .where('workspaces.account_id', '=', account),
);

const ofWorkspace = prepared((db, { id }: { readonly id: string }) =>
  db.query.selectFrom('team_rooms').select('id').where('id', '=', id),
);

/** The workspaces with a room, of an account or a workspace. */
export async function roomsIn(db: Database, place: string): Promise<readonly string[]> {
  const rows = await db.read(
    place.startsWith('ws_') ? ofWorkspace(db, { id: place }) : ofAccount(db, { account: place }),
  );
  return rows.map(({ id }) => id);
}

/** Stores a message in a thread, if it isn't stored already. */
export const insert = (db: Database, row: TeamRoomPostRow): Statement =>
  statement(
    db.query
      .insertInto('team_room_posts')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );

/** A message as a thread tells it. */
export type TellableMessage = Awaited<ReturnType<typeof messagesAfter>>[number];
/** An entry as a thread tells it. */
export type TellableEntry = Awaited<ReturnType<typeof entriesAfter>>[number];
/** A notice. */
export type Post = ReadRow<'team_room_posts'>;
