import { type Actor, demand, lineOf, may, personOf, reachOf } from '../../access/actor.ts';
import { type Lasting, withSlot } from '../../access/limits/with-slot.ts';
import { answeringIn } from '../../calling/answering.ts';
import { type HandoverCause, metadataCause } from '../../calling/handover-rules.ts';
import type {
  Conversation,
  ConversationChanges,
  ConversationDraft,
  EraseQuery,
} from '../../schemas/conversations/conversation.ts';
import type { Database } from '../../storage/database.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import { checkMetadata } from '../../storage/sql/metadata-check.ts';
import type { Row } from '../../storage/sql/page.ts';
import { type Along, nothingAlong } from '../../storage/unit.ts';
import { boundsOf, getAgent, getConversation } from './access.ts';
import { changeConversation } from './change.ts';
import { changesOf } from './changed-fields.ts';
import { type ExportFile, exportConversations } from './export/export.ts';
import { exportEvents } from './export/export-events.ts';
import type { ExportQuery } from './export/export-schema.ts';
import { failures } from './failures.ts';
import { withLastMessages } from './inbox/last-messages.ts';
import type { AgentConversationQuery, ConversationQuery } from './lists/list-schema.ts';
import { list } from './lists/list-store.ts';
import { select } from './lists/selection.ts';
import type { ChannelRules } from './messages/sending/channel-rules.ts';
import type { ConversationNeeds, MessageSearch } from './needs.ts';
import { newConversation, toConversation } from './new-conversation.ts';
import { withUnread } from './reads/unread.ts';
import { liveAgent } from './removal/agent-store.ts';
import { type Erased, eraseUser } from './removal/erase-user.ts';
import { type RemovalNeeds, removeConversation } from './removal/remove-conversation.ts';
import * as store from './store.ts';
import { type EndWaitingNeeds, endAtClose } from './turns/resume/end-waiting.ts';
import { beginVisit, checkVisitorFields, demandAnswers } from './visitors/visits.ts';

/** The conversation of a request, and the versions that `If-Match` allows. */
export interface Target {
  readonly id: string;
  /** Any version if undefined. */
  readonly ifMatch?: readonly number[] | undefined;
}

/** A conversation that was just created. */
export interface CreatedConversation {
  readonly conversation: Conversation;
  readonly version: number;
}

const narrow = 'Set workspaceId, createdAfter or updatedAfter, and leave out q, other filters or includeTotal.';

const scanOf = (actor: Actor, awaited: AwaitedAnswer | undefined) => ({ account: lineOf(actor), awaited, narrow });

/** Dependencies of this service alone. */
interface ServiceNeeds {
  readonly room: Room;
  readonly rules: Pick<ChannelRules, 'passChannel' | 'visitorRules'>;
  readonly search: Pick<MessageSearch, 'withMatches'>;
}

export type Conversations = ReturnType<typeof createConversations>;

/** Conversations: create, read, list, change, delete, export. */
export function createConversations(needs: ConversationNeeds & RemovalNeeds & EndWaitingNeeds & ServiceNeeds) {
  const { db, now, newId, room, rules, search, record, findAgent, turns, slots, changed, entries, assignable, desk } =
    needs;

  const readPage = (actor: Actor, query: ConversationQuery, awaited: AwaitedAnswer | undefined): Promise<string> => {
    const { q: text } = query;
    const selection = select(db, actor, query);
    const { words } = selection.filters;
    const scan = scanOf(actor, awaited);
    const reading = query.includeUnread ? personOf(actor) : undefined;
    const also = async (reader: Database, rows: readonly Row[]) => {
      const found =
        text === undefined || words === undefined
          ? rows
          : await search.withMatches(reader, selection.reach, { rows, search: { text, words } });
      // A scan, too: an engine reads a text in whole for its beginning, and there are up to 100.
      const listed = await withLastMessages(withScans(db, scan), found);
      return reading === undefined ? listed : withUnread(reader, reading, listed);
    };
    return list.read(db, { ...selection, scan, also }, query);
  };

  /** The rules of the agent that replies in a conversation. */
  const rulesIn = async (actor: Actor, id: string) => {
    const conversation = await getConversation(db, actor, { id, permission: 'conversations:write' });
    return (await answeringIn(findAgent, conversation))?.handover;
  };

  return {
    create: async (
      actor: Actor,
      agent: string,
      { draft, along = nothingAlong }: { draft: ConversationDraft; along?: Along<CreatedConversation> },
    ): Promise<CreatedConversation> => {
      const { workspace, handover } = await getAgent(findAgent, actor, {
        ...{ id: agent, permission: 'conversations:write' },
      });
      const bounds = boundsOf(actor);
      // A visitor's conversation counts as a message of the day: without a limit, visitors could fill the inbox.
      const passed =
        actor.kind === 'visitor'
          ? await rules.passChannel(actor, { user: actor.id, content: undefined, isOpen: true })
          : undefined;
      const time = now();
      const visit = await beginVisit(db, actor, { draft, rules: passed?.visitors, now: time });
      const row = newConversation(draft, { id: newId('conversation'), agent, now: time, bounds, visit });
      const cause = metadataCause(handover, draft.metadata);
      const created = { conversation: toConversation(workspace, row), version: row.version };
      await db.write({
        agent: liveAgent(db, workspace, agent, failures.noAgent),
        conversation: store.insert(db, workspace, { row, onMissing: failures.noAgent }),
        event: record(actor, { type: 'conversation.created', workspace, data: { conversation: row.id, agent } }),
        room: room('conversations', { workspace }),
        counted: passed?.counted ?? [],
        handedOver: cause && desk.handOver(workspace, row.id, cause),
        along: along(created),
      });
      changed(row.id, workspace);
      return created;
    },

    read: (
      actor: Actor,
      id: string,
      permission: 'conversations:read' | 'conversations:write' = 'conversations:read',
    ): Promise<store.StoredConversation> => getConversation(db, actor, { id, permission }),

    /** Reads a page as JSON text. */
    list: async (actor: Actor, query: ConversationQuery, awaited?: AwaitedAnswer): Promise<string> =>
      readPage(actor, query, awaited),

    /** Reads a page of one agent's conversations as JSON text. */
    listOfAgent: async (
      actor: Actor,
      id: string,
      { query, awaited }: { readonly query: AgentConversationQuery; readonly awaited?: AwaitedAnswer | undefined },
    ): Promise<string> => {
      const { workspace } = await getAgent(findAgent, actor, { id, permission: 'conversations:read' });
      return readPage(actor, { ...query, agentId: id, workspaceId: workspace }, awaited);
    },

    update: async (
      actor: Actor,
      { id, ifMatch: versions }: Target,
      body: ConversationChanges,
    ): Promise<store.StoredConversation> => {
      checkMetadata(body.metadata);
      const rules = body.metadata === undefined ? undefined : await rulesIn(actor, id);
      let cause: HandoverCause | undefined;
      const decide = (stored: store.StoredConversation) => {
        const { version, status: before } = stored;
        const { status, ...fields } = changesOf(stored, body, now());
        checkVersion(version, versions);
        cause = metadataCause(rules, fields.metadata, (JSON.parse(stored.json) as Conversation).metadata);
        if (status === 'open' && before === 'human') throw failures.takenOver();
        if (status === undefined || status === before) return { ...fields, type: typeOf(fields) } as const;
        const type = status === 'closed' ? 'conversation.closed' : 'conversation.reopened';
        return { snoozedUntil: null, ...fields, status, takenBy: null, waiting: 'none', type } as const;
      };
      const changing = changeConversation(needs, actor, {
        ...{ id, decide },
        demands: (change, workspace) => [
          ...assignable(change, workspace),
          // A team that is chosen by hand may have a person for it.
          ...(change.team != null ? [desk.route(workspace, id)] : []),
          ...(cause === undefined ? [] : [desk.handOver(workspace, id, cause)]),
          ...(change.snoozedUntil != null ? [desk.wakeAt(workspace, id, change.snoozedUntil)] : []),
        ],
      });
      return body.status === 'closed' ? endAtClose(needs, actor, await changing) : changing;
    },

    /** Stores the answers of a visitor to the form of the channel. Throws `validation_failed` with their paths. */
    submitForm: async (
      actor: Actor,
      id: string,
      given: Readonly<Record<string, unknown>>,
    ): Promise<store.StoredConversation> => {
      const { channel, workspace } = await getConversation(db, actor, { id, permission: 'conversations:write' });
      checkVisitorFields(actor, { form: given });
      const found = channel === null ? undefined : await rules.visitorRules(workspace, channel);
      const form = JSON.stringify(demandAnswers(found, given));
      const decide = (stored: store.StoredConversation) =>
        stored.form === form ? undefined : ({ form, type: 'conversation.updated' } as const);
      return changeConversation(needs, actor, { id, decide });
    },

    /** Deletes a conversation and returns how many messages it had. */
    remove: async (actor: Actor, { id, ifMatch: versions }: Target): Promise<number> => {
      const found = await getConversation(db, actor, { id, permission: 'workspace:admin' });
      const { workspace, version, turn, agent } = found;
      checkVersion(version, versions);
      const orElse = versions === undefined ? failures.noConversation : () => failures.versionConflict();
      const event = record(actor, { type: 'conversation.deleted', workspace, data: { conversation: id, agent } });
      const messages = await removeConversation(needs, workspace, {
        ...{ id, asker: { account: lineOf(actor) }, versions, orElse },
        events: [event],
      });
      if (turn !== null) await turns.stop(turn, 'gone');
      return messages;
    },

    /** Deletes all conversations of one user in batches, one unit of work each. */
    removeOfUser: async (actor: Actor, { userId: user, workspaceId }: EraseQuery): Promise<Erased> => {
      const visible = reachOf(actor);
      if (workspaceId !== undefined && !visible.includes(workspaceId)) throw failures.noWorkspace();
      const [first] = visible;
      const administered = visible.filter((workspace) => may(actor, 'workspace:admin', workspace));
      const meant = workspaceId ?? (administered.length === 0 ? first : undefined);
      if (meant !== undefined) demand(actor, 'workspace:admin', meant);
      const total = { conversations: 0, messages: 0 };
      for (const workspace of workspaceId === undefined ? administered : [workspaceId]) {
        const { conversations, messages } = await eraseUser(needs, actor, { workspace, user });
        total.conversations += conversations;
        total.messages += messages;
      }
      return total;
    },

    /** Exports conversations under a slot of each account whose workspaces are read. */
    export: async (
      actor: Actor,
      query: ExportQuery,
      awaited?: AwaitedAnswer,
    ): Promise<Lasting<{ readonly text: ExportFile }>> => {
      const selection = select(db, actor, query);
      const slot = slots.take(actor, selection.reach, 'exports');
      const scans = withScans(db, scanOf(actor, awaited));
      return withSlot(slot, async () => {
        // Before the first byte is sent: an export that breaks off has told something, too.
        const events = exportEvents(selection.reach, query).map((event) => record(actor, event));
        if (events.length > 0) await db.write(events);
        return { text: exportConversations({ db: scans, entries, ...selection }, query.format) };
      });
    },
  };
}

const typeOf = ({ assignee, team }: Pick<ConversationChanges, 'assignee' | 'team'>) =>
  assignee === undefined && team === undefined ? 'conversation.updated' : 'conversation.assigned';

function checkVersion(version: number, allowed: readonly number[] | undefined): void {
  if (allowed !== undefined && !allowed.includes(version)) throw failures.versionConflict(version);
}
