import type { Actor, ChannelActor, VisitorActor } from '../../../../access/actor.ts';
import type { AnsweringAgent } from '../../../../calling/agent.ts';
import type { PersonOffer } from '../../../../models/model.ts';
import type { AskedHandover } from '../../../../platforms/handover.ts';
import type { Reads } from '../../../../prompts/window.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { StoredConversation } from '../../store.ts';
import type { VisitorRules } from '../../visitors/visits.ts';
import { checkActive } from './sendable.ts';

/** Decision of a channel about a message that comes through it. */
export interface ChannelPassage {
  /** Text to send in place of a reply while the agent is inactive; null for no text. */
  readonly offlineMessage: string | null;
  /** Statements of the message's unit of work: they count it, and refuse it beyond the channel's limits. */
  readonly counted: readonly Statement[];
  /** True if a reply could not be delivered, so that no reply is written. */
  readonly isUndeliverable: boolean;
  /** Text to send in place of a reply to a message that the agent can't read; null for no text. */
  readonly notice: string | null | undefined;
  /** The handover to people that this message asks for; undefined for none. */
  readonly asked: AskedHandover | undefined;
  /** The way in which the user can ask for a person; undefined if the channel offers none. */
  readonly person: PersonOffer | undefined;
  /** Limits of what the model reads of the conversation. */
  readonly reads: Reads;
  /** Rules for visitors; undefined for a messenger. */
  readonly visitors: VisitorRules | undefined;
}

/** A message that comes through a channel. */
interface ThroughChannel {
  /** Its end user; undefined if none is known. */
  readonly user: string | undefined;
  /** Undefined for another reply to a message that has passed. */
  readonly content: string | undefined;
  /** False if a person has taken over. */
  readonly isOpen: boolean;
  /** The conversation, if it is of a channel. */
  readonly ofChannel?: string | undefined;
}

/** Lets a message pass through a channel. Throws why it may not. */
export type PassChannel = (actor: VisitorActor | ChannelActor, message: ThroughChannel) => Promise<ChannelPassage>;

/** Throws `undeliverable` if a message in a conversation would not reach its end user through the channel. */
export type DemandDeliverable = (workspace: string, conversation: string) => Promise<void>;

/** Reads what a channel asks its visitors; undefined for a messenger. */
export type ReadVisitorRules = (workspace: string, channel: string) => Promise<VisitorRules | undefined>;

/** Reads what the user of a messenger reads while a person must confirm something; undefined for no text. */
export type ReadConfirmationText = (workspace: string, channel: string) => Promise<string | undefined>;

/** Rules of channels for messages. */
export interface ChannelRules {
  readonly visitorRules: ReadVisitorRules;
  readonly confirmationText: ReadConfirmationText;
  readonly passChannel: PassChannel;
  readonly demandDeliverable: DemandDeliverable;
}

/** A message on its way to an agent. */
interface Passing extends ThroughChannel {
  readonly agent: AnsweringAgent;
}

/** The end user of a message's conversation, and the conversation if it is of a channel. */
export const passingIn = ({ id, user, channel }: StoredConversation) => ({
  user: user ?? undefined,
  ofChannel: channel === null ? undefined : id,
});

/** Decision about a message: whether the agent replies, the text to send instead, and what is written with it. */
export interface Passed {
  readonly answered: boolean;
  readonly instead: string | null;
  readonly counted: readonly Statement[];
  /** The handover to people that the message asks for; undefined for none. */
  readonly asked?: AskedHandover | undefined;
  /** Limits of what the model reads of the conversation; undefined for as much as fits. */
  readonly reads?: Reads;
  readonly person?: PersonOffer | undefined;
  /** Rules of the channel for visitors, if the message comes through one on the web. */
  readonly visitors?: VisitorRules | undefined;
}

/**
 * Decides what becomes of a message. If the agent is inactive, a message through a channel is stored nevertheless, and
 * may get the channel's own text. The model isn't called if its reply could not be delivered. Throws `agent_inactive`
 * for a message that doesn't come through a channel, `undeliverable`, or the channel's error if it refuses the message.
 */
export async function passMessage(
  { passChannel, demandDeliverable }: Pick<ChannelRules, 'passChannel' | 'demandDeliverable'>,
  actor: Actor,
  { agent, user, content, isOpen, ofChannel }: Passing,
): Promise<Passed> {
  if (actor.kind !== 'visitor' && actor.kind !== 'channel') {
    if (isOpen) checkActive(agent);
    if (ofChannel !== undefined) await demandDeliverable(agent.workspace, ofChannel);
    return { answered: isOpen, instead: null, counted: [] };
  }
  const passage = await passChannel(actor, { user, content, isOpen, ofChannel });
  const { offlineMessage, notice, counted, asked, person, reads, visitors } = passage;
  if (passage.isUndeliverable || !isOpen) return { answered: false, instead: null, counted, asked, visitors };
  if (asked !== undefined) return { answered: false, instead: asked.text, counted, asked, visitors };
  if (agent.status !== 'active') return { answered: false, instead: offlineMessage, counted, visitors };
  return { answered: notice === undefined, instead: notice ?? null, counted, person, reads, visitors };
}
