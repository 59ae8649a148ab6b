import { demand, may, reachOf } from '../../access/actor.ts';
import type { Caller } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import { pageText, readPage } from '../../storage/sql/page.ts';
import { createAccess, readable } from './access.ts';
import { createChange } from './change.ts';
import { createErasing } from './erasing.ts';
import { failures } from './failures.ts';
import * as lists from './list-store.ts';
import type { ConversationNeeds } from './needs.ts';
import { checkMetadata, newConversation } from './new-conversation.ts';
import { keptWith } from './remembering.ts';
import type {
  AgentConversationQuery,
  Conversation,
  ConversationChanges,
  ConversationDraft,
  ConversationQuery,
  EraseQuery,
} from './schema.ts';
import * as store from './store.ts';

/** Which conversation, and which versions of it a conditional request allows. */
export interface Target {
  readonly id: string;
  readonly ifMatch: readonly number[] | undefined;
}

export type Conversations = ReturnType<typeof createConversations>;

/** Conversations: create, read, list, change, delete. */
export function createConversations({ db, now, newId, record, turns }: ConversationNeeds) {
  const { get, getAgent } = createAccess(db);
  const change = createChange({ db, now, record });
  const erase = createErasing({ db, record, turns });

  const list = async (
    { principal }: Caller,
    query: AgentConversationQuery & { agentId?: string; workspaceId?: string },
  ): Promise<Answer<never>> => {
    const page = readPage(query);
    const reach = readable(principal, query.workspaceId);
    const filters = filtersOf(query);
    const rows = await lists.list(db, reach, { ...page, sort: query.sort, filters });
    const total = page.includeTotal ? await lists.count(db, reach, filters) : undefined;
    return { json: pageText(query, rows, total) };
  };

  return {
    create: async (caller: Caller, agentId: string, draft: ConversationDraft): Promise<Answer<Conversation>> => {
      const { workspace } = await getAgent(caller, 'conversations:write', agentId);
      const row = newConversation(draft, { id: newId('conversation'), agent: agentId, now: now() });
      const answer = { data: toConversation(workspace, row), version: row.version, ...keptWith(row.id) };
      await db.write([
        store.insert(db, workspace, { row, onMissing: failures.noAgent }),
        record(caller.principal, {
          type: 'conversation.created',
          workspace,
          data: { conversation: row.id, agent: agentId },
        }),
        ...caller.remember(answer),
      ]);
      return answer;
    },

    read: async (caller: Caller, id: string): Promise<Answer<Conversation>> => {
      const { json, version } = await get(caller, 'conversations:read', id);
      return { json, version };
    },

    list: (caller: Caller, query: ConversationQuery): Promise<Answer<never>> => list(caller, query),

    listOfAgent: async (caller: Caller, agentId: string, query: AgentConversationQuery): Promise<Answer<never>> => {
      const { workspace } = await getAgent(caller, 'conversations:read', agentId);
      return list(caller, { ...query, agentId, workspaceId: workspace });
    },

    update: async (
      caller: Caller,
      { id, ifMatch: versions }: Target,
      { status, ...fields }: ConversationChanges,
    ): Promise<Answer<Conversation>> => {
      checkMetadata(fields.metadata);
      return change(caller, id, ({ version, status: before }) => {
        checkVersion(version, versions);
        if (status === undefined) return { ...fields, versions, type: 'conversation.updated' };
        if (status === 'open' && before === 'human') throw failures.takenOver();
        // Whether it moves is said of the status that was read: somebody may take the conversation over meanwhile.
        const from = [before];
        if (status === before) return { ...fields, versions, from, type: 'conversation.updated' };
        const type = status === 'closed' ? 'conversation.closed' : 'conversation.reopened';
        return { ...fields, versions, from, status, takenBy: null, type };
      });
    },

    remove: async (caller: Caller, { id, ifMatch: versions }: Target): Promise<Answer<never>> => {
      const { workspace, version, turn } = await get(caller, 'workspace:admin', id);
      checkVersion(version, versions);
      const orElse = versions === undefined ? failures.noConversation : () => failures.versionConflict();
      const [messages] = await db.write([
        ...store.remove(db, workspace, { id, versions }, orElse),
        record(caller.principal, { type: 'conversation.deleted', workspace, data: { conversation: id } }),
      ]);
      if (turn !== null) await turns.stop(turn, 'gone');
      return { message: `Conversation deleted with ${amount(messages.changed, 'message')}.` };
    },

    /** Deletes every conversation of one user, in as many units of work as it takes. */
    removeOfUser: async ({ principal }: Caller, { userId, workspaceId }: EraseQuery): Promise<Answer<never>> => {
      const visible = reachOf(principal);
      if (workspaceId !== undefined && !visible.includes(workspaceId)) throw failures.noWorkspace();
      const [first] = visible;
      const administered = visible.filter((workspace) => may(principal, 'workspace:admin', workspace));
      const meant = workspaceId ?? (administered.length === 0 ? first : undefined);
      if (meant !== undefined) demand(principal, 'workspace:admin', meant);
      const went = { conversations: 0, messages: 0 };
      for (const workspace of workspaceId === undefined ? administered : [workspaceId]) {
        const { conversations, messages } = await erase(principal, workspace, userId);
        went.conversations += conversations;
        went.messages += messages;
      }
      return {
        message: `Deleted ${amount(went.conversations, 'conversation')} with ${amount(went.messages, 'message')}.`,
      };
    },
  };
}

const amount = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`;

/** The filters of a query. */
export const filtersOf = (
  query: Omit<ConversationQuery, 'limit' | 'cursor' | 'includeTotal' | 'sort'>,
): lists.Filters => ({
  agent: query.agentId,
  channel: query.channelId,
  status: query.status,
  user: query.userId,
  rating: query.rating,
  q: query.q,
  from: query.createdAfter === undefined ? undefined : Date.parse(query.createdAfter),
  until: query.createdBefore === undefined ? undefined : Date.parse(query.createdBefore),
});

function checkVersion(version: number, allowed: readonly number[] | undefined): void {
  if (allowed !== undefined && !allowed.includes(version)) throw failures.versionConflict(version);
}

/** A conversation that has just begun, as the API answers it. */
function toConversation(workspace: string, row: ReturnType<typeof newConversation>): Conversation {
  const time = new Date(row.created_at).toISOString();
  return {
    _id: row.id,
    agent: row.agent_id,
    workspace,
    channel: null,
    userId: row.user_id,
    title: row.title,
    status: 'open',
    takenBy: null,
    tags: JSON.parse(row.tags) as string[],
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    messageCount: 0,
    lastMessageAt: null,
    turn: null,
    usage: { inputTokens: 0, outputTokens: 0 },
    rating: null,
    createdAt: time,
    updatedAt: time,
  };
}
