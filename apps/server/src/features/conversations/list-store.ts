import { sql } from 'kysely';
import { anyHidden, isAlive } from '../../storage/sql/alive.ts';
import { contains, lowerLatin } from '../../storage/sql/contains.ts';
import { jsonHas } from '../../storage/sql/json.ts';
import { createList } from '../../storage/sql/list.ts';
import { conversationJson } from './store.ts';

/** The filters of a list; times in milliseconds since 1970, the second one excluded. */
export interface Filters {
  readonly agent: string | undefined;
  readonly channel: string | undefined;
  readonly status: string | undefined;
  readonly user: string | undefined;
  readonly rating: string | undefined;
  readonly tag: string | undefined;
  /** The text of `q`, folded. */
  readonly text: string | undefined;
  readonly from: number | undefined;
  readonly until: number | undefined;
  /** The only channel and the only user whose conversations the actor reaches, besides the filters of its query. */
  readonly onlyChannel: string | undefined;
  readonly onlyUser: string | undefined;
}

/** Folds the letters of a text as `lowerLatin` does it in the database. */
export const foldLatin = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The conversations, in pages. */
export const list = createList({
  table: 'conversations',
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at', lastMessageAt: 'last_message_at' },
  json: conversationJson,
  maxRowBytes: 150_000,
  // These filters have indexes of their own, or may have: their rows come in another order.
  areInOrder: ({ agent, channel, user, from, until, onlyChannel, onlyUser }: Filters) =>
    [agent, channel, user, from, until, onlyChannel, onlyUser].every((filter) => filter === undefined),
  mayScan: (filters: Filters) => Object.values(filters).some((filter) => filter !== undefined),
  hidden: { any: anyHidden, isShown: () => isAlive(sql.ref('conversations.agent_id')) },
  where: (db, of, { text, ...filters }: Filters) => [
    filters.agent !== undefined && of('agent_id', '=', filters.agent),
    // Of a hidden agent, nothing is even looked for.
    filters.agent !== undefined && isAlive(filters.agent),
    filters.channel !== undefined && of('channel_id', '=', filters.channel),
    filters.status !== undefined && of('status', '=', filters.status),
    filters.user !== undefined && of('user_id', '=', filters.user),
    filters.rating !== undefined && of('rating', '=', filters.rating),
    filters.tag !== undefined && jsonHas(db, of.ref('tags'), filters.tag),
    text !== undefined && contains(db, lowerLatin(db, of.ref('title')), text),
    filters.from !== undefined && of('created_at', '>=', filters.from),
    filters.until !== undefined && of('created_at', '<', filters.until),
    filters.onlyChannel !== undefined && of('channel_id', '=', filters.onlyChannel),
    filters.onlyUser !== undefined && of('user_id', '=', filters.onlyUser),
  ],
});
