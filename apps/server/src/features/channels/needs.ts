import type { Reach } from '../../access/actor.ts';
import type { RateLimiter } from '../../access/limits/rate-limit.ts';
import type { Secrets } from '../../access/secrets.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { ChannelType } from '../../platforms/kinds.ts';
import type { Database } from '../../storage/database.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { ScanOf } from '../../storage/scans/scan-queue.ts';
import type { Statement } from '../../storage/unit.ts';
import type { Disconnection } from './connecting/disconnection.ts';
import type { PlatformChannel } from './connecting/store.ts';
import type { ChannelDependents } from './removal/schema.ts';

/** An agent as channels know it. */
export interface ChannelAgent {
  readonly id: string;
  readonly workspace: string;
  readonly status: string;
}

/** The conversations of a channel, for its deletion. */
export interface ChannelConversations {
  /** Counts them and their messages. */
  count(workspace: string, channel: string, scan: ScanOf): Promise<ChannelDependents>;
  /** The statements that delete all of them and count them; they throw `orElse` if they are too many for one unit. */
  removeAll(
    workspace: string,
    channel: string,
    orElse: () => Error,
  ): {
    readonly counted: Statement<ChannelDependents>;
    readonly removed: Statement<{ readonly id: string; readonly turn: string | null }>;
  };
  /** The statements that delete the next part of them; none if nothing is left. */
  nextPart(workspace: string, channel: string): Promise<readonly Statement[]>;
  /** Stops the turns of what was deleted, or is about to be, and tells those who follow it. */
  stop(
    workspace: string,
    conversations: readonly { readonly id: string; readonly turn: string | null }[],
  ): Promise<void>;
  /** Finds the latest answers of a visitor to the form of a channel, as JSON. */
  answersOf(workspace: string, place: { readonly channel: string; readonly user: string }): Promise<string | undefined>;
  /** Conversations in which a reply is being written. */
  running(
    workspace: string,
    channel: string,
  ): Promise<readonly { readonly id: string; readonly turn: string | null }[]>;
}

/** Dependencies of channels. */
export interface ChannelNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'channel' | 'visitor'): string;
  readonly room: Room;
  readonly enqueue: Enqueue;
  readonly secrets: Pick<Secrets, 'seal' | 'open' | 'visitorKey'>;
  readonly limiter: RateLimiter;
  /** URL of the instance, without a slash at the end. */
  readonly publicUrl: string;
  /** True if a mail server is set. */
  readonly sendsMail: boolean;
  readonly outbound: Pick<Outbound, 'fetch' | 'connect'>;
  /** Origins of the APIs of platforms that the operator has set, by type of channel. */
  readonly origins: Readonly<Record<string, string>>;
  readonly conversations: ChannelConversations;
  /** The statements that connect a channel with its platform after a change, or end that if it is switched off. */
  connect(workspace: string, channel: { readonly id: string; readonly type: ChannelType }): readonly Statement[];
  readonly farewell: {
    ofChannel(
      workspace: string,
      channel: Pick<PlatformChannel, 'id' | 'type' | 'name' | 'settings' | 'secrets'>,
    ): Disconnection;
    ofWorkspace(
      workspace: string,
      after: string | undefined,
    ): Promise<{ readonly statements: readonly Statement[]; readonly last: string | undefined }>;
  };
  /** Tells those who serve visitors to look at their rights again. */
  rightsChanged(): void;
  /** Returns the statement that throws `orElse` if a workspace has no such team. */
  demandTeam(workspace: string, team: string, orElse: () => Error): Statement;
  /** Finds an agent in some workspaces. */
  findAgent(reach: Reach, id: string): Promise<ChannelAgent | undefined>;
  /** Returns the statement that writes an event, for the unit of work of the change. */
  readonly record: RecordEvent;
}
