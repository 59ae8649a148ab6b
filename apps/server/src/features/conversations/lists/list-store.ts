import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { anyHidden, isAlive } from '../../../storage/sql/alive.ts';
import { between } from '../../../storage/sql/between.ts';
import { contains, lowerLatin } from '../../../storage/sql/contains.ts';
import { jsonHas } from '../../../storage/sql/json.ts';
import { createList } from '../../../storage/sql/list.ts';
import { ofPlayground } from '../../../storage/sql/playground.ts';
import { messagesWith } from '../../../storage/sql/words.ts';
import { isFailed } from '../inbox/store.ts';
import { type ConversationColumns, conversationJson } from '../store.ts';

/** The filters of a list; times in milliseconds since 1970, each second one excluded. */
export interface Filters {
  readonly agent: string | undefined;
  readonly channel: string | undefined;
  readonly status: string | undefined;
  readonly user: string | undefined;
  readonly rating: string | undefined;
  readonly satisfaction: number | undefined;
  readonly tag: string | undefined;
  /** The person who has taken over. */
  readonly takenBy: string | undefined;
  /** The person and the team who are responsible. */
  readonly assignee: string | undefined;
  readonly team: string | undefined;
  /** Only conversations for which no person is responsible, if set. */
  readonly unassigned: 1 | undefined;
  readonly priority: string | undefined;
  /** Only conversations that rest, or only those that don't, if set. */
  readonly snoozed: 1 | undefined;
  readonly awake: 1 | undefined;
  /** Only conversations whose visitor waits for a person, if set. */
  readonly waiting: 1 | undefined;
  /** Only conversations whose latest reply failed, if set. */
  readonly failed: 1 | undefined;
  /** Only trials of the playground, if set. */
  readonly trials: 1 | undefined;
  /** Only conversations that are no trials, if set. */
  readonly noTrials: 1 | undefined;
  /** The text of `q`, folded. */
  readonly text: string | undefined;
  /** The words of `q`, as `wordSearch` returns them. */
  readonly words: string | undefined;
  readonly from: number | undefined;
  readonly until: number | undefined;
  /** Bounds of the last change, and of the latest message. */
  readonly updatedFrom: number | undefined;
  readonly updatedUntil: number | undefined;
  readonly messageFrom: number | undefined;
  readonly messageUntil: number | undefined;
  /** The only channel and the only user whose conversations the actor reaches, besides the filters of its query. */
  readonly onlyChannel: string | undefined;
  readonly onlyUser: string | undefined;
}

/** Folds the letters of a text as `lowerLatin` does it in the database. */
export const foldLatin = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

type Search = { readonly text: string; readonly words: string | undefined; readonly reach: readonly string[] };

/** A condition: the title contains the text, or a message has the words. */
function isFound(db: Database, of: ConversationColumns, { text, words, reach }: Search): RawBuilder<boolean> {
  const isTitle = (title: Expression<string>) => contains(db, lowerLatin(db, title), text);
  if (words === undefined) return isTitle(of.ref('title'));
  const found = sql`select found.conversation_id from ${messagesWith(db, reach, words)} as found`;
  return db.engine === 'sqlite'
    ? sql`(${isTitle(of.ref('title'))} or conversations.id in (${found}))`
    : // A union, because the planner can't hash what is behind an OR if it is large.
      sql`conversations.id in (select titled.id from conversations as titled
        where titled.workspace_id in (${sql.join(reach)}) and ${isTitle(sql.ref('titled.title'))} union all ${found})`;
}

const timesOf = ({ from, until, updatedFrom, updatedUntil, messageFrom, messageUntil }: Times) => [
  from,
  until,
  updatedFrom,
  updatedUntil,
  messageFrom,
  messageUntil,
];

type Times = Pick<Filters, 'from' | 'until' | 'updatedFrom' | 'updatedUntil' | 'messageFrom' | 'messageUntil'>;

/** The order of an export: along the index that its filter by time reads, or else by creation. */
export const exportSort = ({ from, until, updatedFrom, updatedUntil, messageFrom, messageUntil }: Times) => {
  if ((from ?? until) !== undefined) return 'createdAt';
  if ((updatedFrom ?? updatedUntil) !== undefined) return 'updatedAt';
  return (messageFrom ?? messageUntil) === undefined ? 'createdAt' : 'lastMessageAt';
};

/** The conditions on times. */
function inTime(of: ConversationColumns, times: Times) {
  const { from, until, updatedFrom, updatedUntil, messageFrom, messageUntil } = times;
  return [
    ...between(of.ref('created_at'), { from, until }),
    ...between(of.ref('updated_at'), { from: updatedFrom, until: updatedUntil }),
    ...between(of.ref('last_message_at'), { from: messageFrom, until: messageUntil }),
    // Until the first message, that column has the time of the creation.
    (messageFrom ?? messageUntil) !== undefined && of('message_count', '>', 0),
  ];
}

type DeskFilters = Pick<Filters, 'assignee' | 'unassigned' | 'team' | 'priority' | 'snoozed' | 'awake' | 'waiting'>;

/** The conditions on the people who answer. */
function ofDesk(of: ConversationColumns, filters: DeskFilters) {
  const { assignee, unassigned, team, priority, snoozed, awake, waiting } = filters;
  return [
    assignee !== undefined && of('assignee_id', '=', assignee),
    unassigned !== undefined && of('assignee_id', 'is', null),
    team !== undefined && of('team_id', '=', team),
    priority !== undefined && of('priority', '=', priority),
    // Not `is not null`: only a bound lets SQLite prefer the index of those that rest, or wait, to that of the order.
    snoozed !== undefined && of('snoozed_until', '>', 0),
    awake !== undefined && of('snoozed_until', 'is', null),
    waiting !== undefined && of('waiting_since', '>', 0),
  ];
}

/** The conversations, in pages. */
export const list = createList<'conversations', 'createdAt' | 'updatedAt' | 'lastMessageAt', Filters>({
  table: 'conversations',
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at', lastMessageAt: 'last_message_at' },
  json: conversationJson,
  maxRowBytes: 150_000,
  // These filters have indexes of their own, or may have: their rows come in another order.
  areInOrder: ({
    agent,
    channel,
    user,
    satisfaction,
    takenBy,
    assignee,
    team,
    snoozed,
    waiting,
    failed,
    onlyChannel,
    onlyUser,
    ...filters
  }) =>
    [
      agent,
      channel,
      user,
      satisfaction,
      takenBy,
      assignee,
      team,
      snoozed,
      waiting,
      failed,
      onlyChannel,
      onlyUser,
      ...timesOf(filters),
    ].every((filter) => filter === undefined),
  mayScan: (filters) => Object.values(filters).some((filter) => filter !== undefined),
  hidden: { any: anyHidden, isShown: () => isAlive(sql.ref('conversations.agent_id')) },
  where: (db, of, { text, words, reach, ...filters }) => [
    filters.agent !== undefined && of('agent_id', '=', filters.agent),
    // Of a hidden agent, nothing is even looked for.
    filters.agent !== undefined && isAlive(filters.agent),
    filters.channel !== undefined && of('channel_id', '=', filters.channel),
    filters.status !== undefined && of('status', '=', filters.status),
    filters.user !== undefined && of('user_id', '=', filters.user),
    filters.rating !== undefined && of('rating', '=', filters.rating),
    filters.satisfaction !== undefined && of('satisfaction_score', '=', filters.satisfaction),
    filters.tag !== undefined && jsonHas(db, of.ref('tags'), filters.tag),
    filters.takenBy !== undefined && of('taken_by', '=', filters.takenBy),
    ...ofDesk(of, filters),
    filters.failed !== undefined && isFailed(reach),
    ofPlayground(db, of.ref('conversations.id'), filters),
    text !== undefined && isFound(db, of, { text, words, reach }),
    ...inTime(of, filters),
    filters.onlyChannel !== undefined && of('channel_id', '=', filters.onlyChannel),
    filters.onlyUser !== undefined && of('user_id', '=', filters.onlyUser),
  ],
});
