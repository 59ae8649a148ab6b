import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { type Statement, statement } from '../../../storage/unit.ts';

/** The bytes of a picture, and their media type. */
export interface PictureFile {
  readonly type: string;
  readonly content: Buffer;
}

const idOf = (channel: string, hash: string) => `${channel} ${hash}`;

/** Stores the bytes of a channel's picture. */
export const insert = (
  db: Database,
  workspace: string,
  { channel, hash, type, content }: PictureFile & { readonly channel: string; readonly hash: string },
): Statement =>
  statement(
    db.query.insertInto('channel_pictures').values({
      ...{ id: idOf(channel, hash), workspace_id: workspace, channel_id: channel, type },
      content: content.toString('base64'),
    }),
  );

/** Deletes the bytes of a channel's picture, if it has one. */
export const remove = (db: Database, workspace: string, channel: string): Statement =>
  statement(
    db.query.deleteFrom('channel_pictures').where('channel_id', '=', channel).where('workspace_id', '=', workspace),
  );

/** Finds a picture by its public address, in any workspace. Channels that are deleted have no pictures. */
export async function find(
  db: Database,
  { channel, hash }: { readonly channel: string; readonly hash: string },
): Promise<PictureFile | undefined> {
  const query = db.query
    .selectFrom('channel_pictures')
    // As the chat of the channel: it is gone with its agent and its workspace.
    .innerJoin('channels', 'channels.id', 'channel_pictures.channel_id')
    .innerJoin('agents', 'agents.id', 'channels.agent_id')
    .innerJoin('workspaces', 'workspaces.id', 'channels.workspace_id')
    .select(['channel_pictures.type', 'channel_pictures.content'])
    .where('channel_pictures.id', '=', idOf(channel, hash))
    .where(sql<boolean>`channels.deleted_at is null and agents.deleted_at is null and workspaces.deleted_at is null`);
  const [row] = await db.read(query);
  return row && { type: row.type, content: Buffer.from(row.content, 'base64') };
}
