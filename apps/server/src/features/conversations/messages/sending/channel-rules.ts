import type { Actor, ChannelActor, VisitorActor } from '../../../../access/actor.ts';
import type { Reads } from '../../../../prompts/window.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { StoredConversation } from '../../store.ts';
import type { AnsweringAgent } from '../../turns/agent.ts';
import { checkActive } from './sendable.ts';

/** What a channel says of a message that comes through it. */
export interface ChannelPassage {
  /** What is sent in place of a reply while the agent is inactive; null if nothing is. */
  readonly offlineMessage: string | null;
  /** Statements of the message's unit of work: they count it, and refuse it beyond the channel's limits. */
  readonly counted: readonly Statement[];
  /** Whether a reply could not be delivered, so that none is to be written. */
  readonly isUndeliverable: boolean;
  /** How much of the conversation the model reads. */
  readonly reads: Reads;
}

/** A message that comes through a channel. */
interface ThroughChannel {
  /** Its end user; undefined if none is known. */
  readonly user: string | undefined;
  /** Undefined for another reply to a message that has passed. */
  readonly content: string | undefined;
}

/** Lets a message pass through a channel. Throws why it may not. */
export type PassChannel = (actor: VisitorActor | ChannelActor, message: ThroughChannel) => Promise<ChannelPassage>;

/** Throws `undeliverable` if a message in a conversation would not reach its end user through the channel. */
export type DemandDeliverable = (workspace: string, conversation: string) => Promise<void>;

/** What channels say of messages. */
export interface ChannelRules {
  readonly passChannel: PassChannel;
  readonly demandDeliverable: DemandDeliverable;
}

/** A message on its way to an agent. */
interface Passing extends ThroughChannel {
  readonly agent: AnsweringAgent;
  /** False if a person has taken over. */
  readonly isOpen: boolean;
  /** The conversation, if it is of a channel. */
  readonly ofChannel?: string | undefined;
}

/** Whom a message in a conversation is for, and the conversation if it is of a channel. */
export const passingIn = ({ id, user, channel }: StoredConversation) => ({
  user: user ?? undefined,
  ofChannel: channel === null ? undefined : id,
});

/** What becomes of a message: whether the agent replies, or what is sent instead, and what is written with it. */
export interface Passed {
  readonly answered: boolean;
  readonly instead: string | null;
  readonly counted: readonly Statement[];
  /** How much of the conversation the model reads; undefined for as much as fits. */
  readonly reads?: Reads;
}

/**
 * Decides what becomes of a message. An inactive agent replies to nobody: through a channel the message is stored
 * nevertheless, and may get the channel's own words. Nothing is asked of a model that could not be delivered. Throws
 * `agent_inactive` otherwise, `undeliverable`, or why the channel refuses it.
 */
export async function passMessage(
  { passChannel, demandDeliverable }: ChannelRules,
  actor: Actor,
  { agent, user, content, isOpen, ofChannel }: Passing,
): Promise<Passed> {
  if (actor.kind !== 'visitor' && actor.kind !== 'channel') {
    if (isOpen) checkActive(agent);
    if (ofChannel !== undefined) await demandDeliverable(agent.workspace, ofChannel);
    return { answered: isOpen, instead: null, counted: [] };
  }
  const { offlineMessage, counted, isUndeliverable, reads } = await passChannel(actor, { user, content });
  if (isUndeliverable) return { answered: false, instead: null, counted };
  const isActive = agent.status === 'active';
  return { answered: isOpen && isActive, instead: isOpen && !isActive ? offlineMessage : null, counted, reads };
}
