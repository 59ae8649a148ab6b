import type { ReplyContext } from '../../../platforms/inbound-message.ts';
import type { Database } from '../../../storage/database.ts';

/** Reads the context of a reply from its column. */
export const contextOf = (json: string | null): ReplyContext | null =>
  json === null ? null : (JSON.parse(json) as ReplyContext);

/** A conversation in its workspace. */
export interface TargetKey {
  readonly conversation: string;
  readonly workspace: string;
}

/** The query of the channel of a conversation, and its addressee there. */
export const targetOf = (db: Database, { conversation, workspace }: TargetKey) =>
  db.query
    .selectFrom('conversations')
    .innerJoin('channels', 'channels.id', 'conversations.channel_id')
    .leftJoin('channel_threads', (join) =>
      join
        .onRef('channel_threads.channel_id', '=', 'channels.id')
        .onRef('channel_threads.user_id', '=', 'conversations.user_id')
        .on((of) => of('channel_threads.thread', '=', of.fn.coalesce('conversations.thread', of.val('')))),
    )
    .select(['channels.id as channel', 'channels.type', 'channels.status', 'channels.refused', 'channels.settings'])
    .select(['channels.secrets', 'channels.last_error as lastError', 'conversations.user_id as user'])
    .select(['conversations.thread', 'channel_threads.context', 'channel_threads.last_event_at as lastEventAt'])
    .where('conversations.id', '=', conversation)
    .where('conversations.workspace_id', '=', workspace);
