import type { Principal } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { createExports } from './export.ts';
import { messageEndpoints } from './messages/routes.ts';
import { createSending } from './messages/sending.ts';
import { createMessages } from './messages/service.ts';
import * as messageStore from './messages/store.ts';
import type { TrialNeeds } from './messages/trial.ts';
import type { ConversationEvent } from './needs.ts';
import { conversationEndpoints } from './routes.ts';
import { createConversations } from './service.ts';
import { createStatistics } from './statistics.ts';
import * as store from './store.ts';
import { stateEndpoints } from './takeover/routes.ts';
import { createStates } from './takeover/service.ts';
import { createFollowing } from './turns/follow.ts';
import { createRecovery } from './turns/recovery.ts';
import { createTurns } from './turns/registry.ts';
import { type Bus, createMirrors } from './turns/relay.ts';
import type { TurnEvent, TurnModels } from './turns/run.ts';

/** How long a shutdown lets answers that are being written go on, in milliseconds. */
const turnDrain = 20_000;

/** The channel on which a process says that an answer was ended which another one writes: that finds out by itself, later. */
const stopped = 'parley_answers_stopped';

/** What the feature needs from elsewhere. */
export interface ConversationFeatureNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'conversation' | 'message'): string;
  readonly models: TurnModels & TrialNeeds['models'];
  /** What the processes tell each other over, where there are several. */
  readonly bus: Bus | undefined;
  /** The statement that writes an event in the unit of work of the change. */
  record(principal: Principal, event: ConversationEvent | TurnEvent): Statement;
  /** The same for what nobody caused: it names the account. */
  recordUncaused(event: TurnEvent & { readonly account: string }): Statement;
  onError(error: unknown): void;
}

/** The parts of the feature, wired to each other. */
export function createConversationFeature(needs: ConversationFeatureNeeds) {
  const { db, recordUncaused: record } = needs;
  const { bus } = needs;
  const turns = createTurns({ ...needs, stopElsewhere: (message) => bus?.publish(stopped, message) });
  bus?.subscribe(stopped, (message) => {
    if (message !== undefined) turns.find(message)?.stop('gone');
  });
  const parts = { ...needs, turns };
  const mirrors = bus && createMirrors(bus, turns.find, needs.onError);
  const following = createFollowing({ db, findLive: turns.find, mirrors });
  const messages = createMessages({ ...parts, sending: createSending(parts), following });
  const recovery = createRecovery({ ...parts, record });
  return {
    endpoints: [
      ...conversationEndpoints(createConversations(parts), createExports(db), createStatistics(parts)),
      ...stateEndpoints(createStates(parts)),
      ...messageEndpoints(messages),
    ],
    /** The conversations and messages of an agent, for its deletion. */
    ofAgent: {
      conversations: dependents(db, store.countOfAgent, store.removeOfAgent),
      messages: dependents(db, messageStore.countOfAgent, messageStore.removeOfAgent),
    },
    /** Stops the answers of an agent that was deleted. */
    stopOfAgent: turns.stopOfAgent,
    /** Ends what processes that died left unfinished; for whoever serves, before it does. */
    recover: recovery.start,
    /** Takes no further messages, and lets the answers under way end, for a while. */
    drain: (): Promise<void> => turns.drain(turnDrain),
    /** Ends the answers under way with the text that they have. */
    close: async (): Promise<void> => {
      recovery.close();
      await turns.drain(0);
    },
  };
}

/** Passes the database to functions that count and delete rows of an agent. */
const dependents = (
  db: Database,
  count: (db: Database, workspace: string, agent: string) => Promise<number>,
  remove: (db: Database, workspace: string, agent: string) => Statement,
) => ({
  count: (workspace: string, agent: string) => count(db, workspace, agent),
  remove: (workspace: string, agent: string) => remove(db, workspace, agent),
});
