import { type Actor, lineOf, personOf } from '../../../access/actor.ts';
import { msOf } from '../../../schemas/lists.ts';
import type { Database } from '../../../storage/database.ts';
import type { Asker } from '../../../storage/scans/scan-queue.ts';
import { wordSearch } from '../../../storage/sql/words.ts';
import { wantedBy } from '../../../text/words.ts';
import { boundsOf, readable } from '../access.ts';
import type { ConversationQuery } from './list-schema.ts';
import { type Filters, foldLatin } from './list-store.ts';

/** The filters of a list or an export. */
type FilterQuery = Omit<ConversationQuery, 'limit' | 'cursor' | 'includeTotal' | 'includeUnread' | 'sort'>;

/** Selection of a query: its workspaces and filters, and who asks. */
interface Selection {
  readonly reach: readonly string[];
  readonly filters: Filters;
  readonly asker: Asker;
}

/** The conversations that a query selects for an actor: none of a workspace out of reach. */
export function select(db: Database, actor: Actor, query: FilterQuery): Selection {
  const { channel: onlyChannel, user: onlyUser } = boundsOf(actor);
  const filters: Filters = {
    agent: query.agentId,
    channel: query.channelId,
    status: query.status,
    user: query.userId,
    rating: query.rating,
    satisfaction: query.satisfaction,
    tag: query.tag,
    takenBy: query.takenBy === 'me' ? (personOf(actor) ?? '') : query.takenBy,
    assignee:
      query.assignee === 'me' ? (personOf(actor) ?? '') : query.assignee === 'none' ? undefined : query.assignee,
    unassigned: query.assignee === 'none' ? 1 : undefined,
    team: query.team,
    priority: query.priority,
    snoozed: query.snoozed === true ? 1 : undefined,
    awake: query.snoozed === false ? 1 : undefined,
    waiting: query.waiting === true ? 1 : undefined,
    failed: query.failed === true ? 1 : undefined,
    trials: query.playground === true ? 1 : undefined,
    noTrials: query.playground === false ? 1 : undefined,
    text: query.q === undefined ? undefined : foldLatin(query.q),
    words: query.q === undefined ? undefined : wordSearch(db, wantedBy(query.q)),
    from: msOf(query.createdAfter),
    until: msOf(query.createdBefore),
    updatedFrom: msOf(query.updatedAfter),
    updatedUntil: msOf(query.updatedBefore),
    messageFrom: msOf(query.lastMessageAfter),
    messageUntil: msOf(query.lastMessageBefore),
    onlyChannel,
    onlyUser,
  };
  return { reach: readable(actor, query.workspaceId), filters, asker: { account: lineOf(actor) } };
}
