import type { Slots } from '../../access/limits/slots.ts';
import type { TurnAids } from '../../calling/aids.ts';
import type { FindAgent } from '../../calling/answering.ts';
import type { RecordEvent } from '../../events/happening.ts';
import { type Bus, createRelay } from '../../replies/relay.ts';
import type { ReplyReport } from '../../replies/reply-report.ts';
import type { PresenceBoard } from '../../schemas/conversations/presence.ts';
import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { ScanOf } from '../../storage/scans/scan-queue.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import type { Statement } from '../../storage/unit.ts';
import type { TurnFailure, TurnModels } from '../../writing/turn.ts';
import { deskChanges, noteChanges, ratedChanges } from './assignment/desk.ts';
import { inRooms } from './assignment/in-rooms.ts';
import type { Desk, Entries } from './entries/needs.ts';
import { entryEndpoints } from './entries/routes.ts';
import { createAnnouncements } from './feed/announcements.ts';
import { createFeed } from './feed/feed.ts';
import { feedEndpoints } from './feed/routes.ts';
import { createFeedService } from './feed/service.ts';
import { countUpTo } from './lists/count.ts';
import { KeptFilters } from './lists/list-schema.ts';
import { messageEndpoints } from './messages/routes.ts';
import type { ChannelRules } from './messages/sending/channel-rules.ts';
import { sendingEndpoints } from './messages/sending/routes.ts';
import { createSending } from './messages/sending/sending.ts';
import { createMessages } from './messages/service.ts';
import { createSendToolResults } from './messages/tool-results/sending.ts';
import type { TrialNeeds } from './messages/trial/trial.ts';
import type { Assignable, HiddenAgent, MessageSearch } from './needs.ts';
import { readEndpoints } from './reads/routes.ts';
import { createReads } from './reads/service.ts';
import { nextOfPerson } from './reads/store.ts';
import * as ofAgent from './removal/agent-store.ts';
import { ofChannel } from './removal/channel-conversations.ts';
import * as ofWorkspace from './removal/workspace-store.ts';
import { createResume } from './resume.ts';
import { createRetryInterrupted } from './retry-interrupted.ts';
import { conversationEndpoints } from './routes.ts';
import { createConversations } from './service.ts';
import { answerBy, answerJob } from './takeover/answer.ts';
import { takeoverEndpoints } from './takeover/routes.ts';
import { createHandOverByRule } from './takeover/rules.ts';
import { createTakeover } from './takeover/service.ts';
import { wakeQueues } from './turns/ending/write-ended.ts';
import { createFollower } from './turns/follow/follow.ts';
import { createRecovery } from './turns/leases/recovery.ts';
import { createRegistry } from './turns/leases/registry.ts';
import { historyIn } from './turns/prompt-store.ts';
import { resumeBy } from './turns/resume/kind.ts';
import { watchEndpoints } from './watch/routes.ts';
import { createWatchService } from './watch/service.ts';
import { createWatchers } from './watch/watchers.ts';

/** Max time that a shutdown waits for running turns, in ms; then they end with the text so far. */
const drainMs = 20_000;

/**
 * The channel that tells other processes that a reply was ended, or it, its agent or its workspace deleted; best
 * effort.
 */
const stopped = 'parley_answers_stopped';

/** Dependencies of the feature. */
export interface ConversationFeatureNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** Duration of a turn's lease without renewal, in ms; the same in every process. */
  readonly leaseMs: number;
  newId(kind: 'conversation' | 'message'): string;
  readonly room: Room;
  readonly enqueue: Enqueue;
  readonly models: TurnModels & TrialNeeds['models'];
  /** Takes what an account may have under way at the same time: replies, streams and exports. */
  readonly slots: Slots;
  /** Aids of a turn besides its model: gathered context and tools. By default there are no aids. */
  readonly aids?: TurnAids | undefined;
  /** Publish and subscribe among the processes; undefined if there is only one. */
  readonly bus: Bus | undefined;
  readonly findAgent: FindAgent;
  /** Rules of channels for messages. */
  readonly rules: ChannelRules;
  readonly search: MessageSearch;
  readonly entries: Entries;
  readonly desk: Desk;
  readonly assignable: Assignable;
  readonly presence: PresenceBoard;
  /** True if a workspace has a team. */
  hasTeam(workspace: string, team: string): Promise<boolean>;
  /** Delivers the messages that have ended and are in the outbox of channels, a moment later. */
  deliverSoon(): void;
  readonly hiddenAgent: HiddenAgent;
  /** Returns the statement that deletes what is stored of an end user beside conversations. */
  forgetUser(workspace: string, user: string): Statement;
  readonly record: RecordEvent;
  onError(error: unknown): void;
  /** Reports that a model did not complete its reply. */
  onFailed?(failure: TurnFailure): void;
  /** Reports the end of a turn once it is stored. */
  onEnded?(report: ReplyReport): void;
}

/** Returns the function that lets a waiting reply go on: a statement for the unit of work of a decision. */
export const resumeReply = ({ enqueue }: Pick<ConversationFeatureNeeds, 'enqueue'>) => resumeBy(enqueue);

/** Conversations, their messages, and the turns that write replies. */
export function conversationsFeature(needs: ConversationFeatureNeeds) {
  const { db, bus, presence, entries } = needs;
  const queues = { deliverSoon: needs.deliverSoon, indexSoon: needs.search.indexSoon };
  const announcements = createAnnouncements(needs);
  const watchers = createWatchers(needs);
  const changed = (conversation: string, workspace: string): void => {
    announcements.changed(conversation);
    watchers.changed(conversation, workspace);
  };
  const running = { ...needs, queues, changed, resumeAt: resumeReply(needs) };
  const turns = createRegistry({ ...running, stopElsewhere: (id) => bus?.publish(stopped, id) });
  bus?.subscribe(stopped, (id) => {
    if (id === undefined) return;
    void turns.stopHere(id);
    announcements.poll();
  });
  const parts = { ...running, turns };
  const resume = createResume(parts);
  const relay = bus && createRelay(bus, turns.find, needs.onError);
  const follower = createFollower({ db, findLive: turns.find, relay });
  const conversations = createConversations(parts);
  const takeover = createTakeover({ ...parts, answerLast: answerBy(needs.enqueue) });
  const sending = createSending(parts);
  const messages = createMessages({ ...parts, sending, follower });
  const feed = createFeedService({ ...needs, feed: createFeed({ db, follower, announcements, presence, entries }) });
  const watch = createWatchService({ ...needs, watchers });
  const recovery = createRecovery(parts);
  return {
    endpoints: [
      ...[...conversationEndpoints(conversations), ...readEndpoints(createReads({ db }))],
      ...takeoverEndpoints(takeover),
      ...[...sendingEndpoints(messages, createSendToolResults({ ...parts, resume })), ...messageEndpoints(messages)],
      ...[...feedEndpoints(feed), ...watchEndpoints(watch), ...entryEndpoints(conversations, entries)],
    ],
    /** The services, for features that connect people with agents. */
    ...{ conversations, takeover, messages, history: historyIn(db), rate: ratedChanges(running) },
    /** The conversations for rooms of teams, and their changes in the name of the desk, by a note, and by a rule. */
    ...{ inRooms: inRooms(needs, takeover), deskChange: deskChanges(running), noteChange: noteChanges(running) },
    handOverByRule: createHandOverByRule({ ...needs, takeover }),
    /** The filters of lists, for features that keep them, and a count of what they find. */
    kept: { filters: KeptFilters, countUpTo: countUpTo(db) },
    /** The conversations and messages of an agent, for its deletion. */
    ofAgent: {
      conversations: {
        count: (workspace: string, agent: string, scan: ScanOf) =>
          ofAgent.countConversations(withScans(db, scan), workspace, agent),
        counted: ofAgent.countedConversations,
      },
      messages: {
        count: (workspace: string, agent: string, scan: ScanOf) =>
          ofAgent.countMessages(withScans(db, scan), workspace, agent),
      },
    },
    /** The conversations of a channel, for its deletion. */
    ofChannel: { ...ofChannel(parts), retryInterrupted: createRetryInterrupted(parts, sending) },
    /** The conversations and messages of a workspace, for its deletion. */
    ofWorkspace: {
      count: (workspace, scan) => ofWorkspace.count(withScans(db, scan), workspace),
      next: (workspace) => ofWorkspace.next(db, workspace),
    } satisfies Belongings,
    /** The read marks of a person, for their deletion. */
    ofPerson: { next: (person) => nextOfPerson(db, person) } satisfies Belongings,
    /** A condition: one unit of work may delete all of an agent's history. */
    isShort: ofAgent.isShort,
    /** The statements that delete the next part of an agent's conversations; none if nothing is left. */
    nextPart: (workspace: string, agent: string) => ofAgent.nextPart(db, workspace, agent),
    /** Stops the turns of an agent or a workspace that was deleted, and tells those who follow its conversations. */
    stopOf: (id: string): Promise<void> => {
      announcements.poll();
      return turns.stopOf(id);
    },
    jobs: [...resume.jobs, answerJob(sending)],
    /** Ends the turns of processes that died, and wakes their queues; call it before the server accepts requests. */
    recover: async (how: Parameters<typeof recovery.start>[0]): Promise<void> => {
      await recovery.start(how);
      wakeQueues(queues);
    },
    /** Refuses further messages, waits a while for running turns, and then ends the streams of conversations. */
    drain: async (): Promise<void> => {
      await turns.drain(drainMs);
      announcements.close();
      watchers.close();
    },
    /** Ends running turns with the text so far. */
    close: async (): Promise<void> => {
      recovery.close();
      await turns.drain(0);
      announcements.close();
      watchers.close();
    },
  };
}
