import type { Actor, ChannelActor } from '../../access/actor.ts';
import type { Secrets } from '../../access/secrets.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Arrival } from '../../platforms/arrival.ts';
import type { Attachment } from '../../platforms/content/attachment.ts';
import type { Database } from '../../storage/database.ts';
import type { Repeat } from '../../storage/idempotency.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Along, Statement } from '../../storage/unit.ts';
import type { Outbox } from './delivery/outbox/outbox.ts';

/** Destination of a platform's message: the conversation, or a new one with the agent. */
export interface MessagePlace {
  readonly agent: string;
  readonly conversation: string | undefined;
  readonly repeat: Repeat;
  /** Statements that come first in the unit of work that stores the message; not written if it is stored already. */
  readonly along: readonly Statement[];
}

/** A message of a platform. */
export interface PlatformMessage {
  readonly content: string;
  /** Its content beside text; each has a line in the content, too. */
  readonly attachments: readonly Attachment[];
  readonly clientMessageId: string;
  readonly user: string;
  /** Of a new conversation. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Key of a conversation of a channel. */
export interface ThreadKey {
  readonly channel: string;
  readonly user: string;
  readonly thread: string | null;
}

/** A part of what came in, sorted by who gets it. */
export interface SortedArrivals {
  /** The statements that hand the team's part over. */
  readonly statements: readonly Statement[];
  /** The rest, which is for the agent. */
  readonly rest: readonly Arrival[];
}

/** A channel that something came in through. */
export interface ArrivalChannel {
  readonly id: string;
  readonly workspace: string;
  readonly type: string;
}

/** Dependencies of channels that talk with a platform. */
export interface MessengerNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'channelEvent'): string;
  readonly enqueue: Enqueue;
  readonly outbox: Outbox;
  readonly secrets: Pick<Secrets, 'open' | 'seal'>;
  readonly outbound: Pick<Outbound, 'fetch' | 'connect'>;
  /** URL of the instance, without a slash at the end. */
  readonly publicUrl: string;
  /** Origins of the APIs of platforms that the operator has set, by type of channel. */
  readonly origins: Readonly<Record<string, string>>;
  readonly conversations: {
    /** Finds the conversation of a user in a thread that isn't closed, the newest of several. */
    findOpen(workspace: string, key: ThreadKey): Promise<string | undefined>;
    /** Reads a conversation; throws `conversation_not_found`. */
    read(actor: Actor, id: string): Promise<{ readonly workspace: string }>;
    /** The statements that leave an open conversation to people: its agent is silent until it is released. */
    waitForPerson(workspace: string, conversation: string): Promise<readonly Statement[]>;
    /** Writes a reply again that a crash has interrupted; returns whether another one is on its way. */
    retryInterrupted(workspace: string, reply: string): Promise<boolean>;
  };
  /**
   * Sends a message as a channel, once for each `repeat`, and doesn't wait for the reply. Returns the ID of the
   * conversation.
   */
  sendMessage(actor: ChannelActor, place: MessagePlace, message: PlatformMessage): Promise<string>;
  /** Takes what is for the team and not for the agent, if the channel is the one of the team's room. */
  takeOfTeam(channel: ArrivalChannel, arrivals: readonly Arrival[]): Promise<SortedArrivals>;
  readonly satisfaction: {
    /** Stores how satisfied the user of a closed conversation is; throws `conversation_not_closed` or `…_not_found`. */
    rate(
      actor: ChannelActor,
      conversation: string,
      answer: { readonly draft: { readonly score: number }; readonly along: Along<unknown> },
    ): Promise<unknown>;
    /** The question, how to answer it, and the thanks, in the language of a conversation. */
    words(
      workspace: string,
      conversation: string,
    ): Promise<{ readonly question: string; readonly how: string; readonly thanks: string }>;
  };
  readonly record: RecordEvent;
  onError(error: unknown): void;
}
