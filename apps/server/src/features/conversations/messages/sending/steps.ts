import { type Actor, lineOf } from '../../../../access/actor.ts';
import type { Free } from '../../../../access/limits/concurrency.ts';
import type { Slots } from '../../../../access/limits/slots.ts';
import { withSlot } from '../../../../access/limits/with-slot.ts';
import type { AnsweringAgent } from '../../../../calling/agent.ts';
import { answeringIn, type FindAgent } from '../../../../calling/answering.ts';
import type { RequestIds } from '../../../../replies/reply-report.ts';
import type { WithResponseSchema } from '../../../../replies/schemas/response-schema.ts';
import { createGate } from '../../../../scheduling/lanes.ts';
import type { Repeat } from '../../../../storage/idempotency.ts';
import type { Room } from '../../../../storage/quotas/quotas.ts';
import type { Statement } from '../../../../storage/unit.ts';
import { getConversation } from '../../access.ts';
import type { Desk, Entries } from '../../entries/needs.ts';
import { failures } from '../../failures.ts';
import type { EndWaitingNeeds } from '../../turns/resume/end-waiting.ts';
import { factsOf, type Visit } from '../../visitors/visits.ts';
import { withSchema } from '../response-schema.ts';
import type * as messages from '../store.ts';
import { type Trial, withTrialSettings } from '../trial/trial.ts';
import type { ChannelRules, Passed } from './channel-rules.ts';
import type { EnterNeeds } from './enter.ts';
import { retryStale } from './sendable.ts';

/**
 * Max messages that are prepared at the same time, of all accounts and of one. Hundreds would hold up all other
 * requests at each step.
 */
const preparedAtOnce = { atOnce: 8, ofOne: 2 } as const;

/** Dependencies of sending. */
export interface SendingNeeds extends EnterNeeds, Pick<EndWaitingNeeds, 'aids'> {
  readonly room: Room;
  readonly findAgent: FindAgent;
  readonly slots: Slots;
  readonly rules: ChannelRules;
  readonly desk: Desk;
  readonly entries: Entries;
}

/** The target of a message: the ID of a conversation, an agent or a failed reply, and the identity of the request. */
export interface SendTarget {
  readonly id: string;
  /** True if the caller follows the reply as a stream, which then takes a slot of the account. */
  readonly streamed?: boolean | undefined;
  /** The identity of the request, if it carries an `Idempotency-Key`. */
  readonly repeat?: Repeat | undefined;
  /** Statements that come first in the unit of work that stores the message; not written if it is stored already. */
  readonly along?: readonly Statement[] | undefined;
  /** The IDs of the request, for the log. */
  readonly request?: RequestIds | undefined;
}

/** A message that was sent, now or by an earlier request that this one repeats, and the reply to it. */
export interface Sent {
  readonly message: messages.StoredMessage;
  /** As it was when it was read: usually `streaming`. Undefined if a person has taken over. */
  readonly reply: messages.StoredMessage | undefined;
  readonly replayed: boolean;
  /**
   * Frees the slot of the stream; the caller must call it when the stream has ended. Undefined if none was asked for.
   */
  readonly ended?: Free;
}

/** The settings that are tried with a message. */
export interface Tried extends WithResponseSchema {
  readonly trial?: Trial | undefined;
}

/** The agent as it replies to a message: with the settings that are tried. */
export const agentOf = (actor: Actor, agent: AnsweringAgent, { trial, ...draft }: Tried): AnsweringAgent =>
  withSchema(withTrialSettings(actor, { agent, trial }), draft);

export type SendSteps = ReturnType<typeof createSteps>;

/** Creates the steps that all ways to send a message share. */
export function createSteps({ db, now, slots, findAgent, rules }: SendingNeeds) {
  const inTurn = createGate(preparedAtOnce);

  /** Sends under the slot of the stream that the caller asked for, which is taken before anything is stored. */
  const streaming = (
    actor: Actor,
    { workspace, streamed }: Pick<SendTarget, 'streamed'> & { readonly workspace: string },
    send: () => Promise<Sent>,
  ): Promise<Sent> => (streamed === true ? withSlot(slots.take(actor, [workspace], 'streams'), send) : send());

  /** Sends when it is the account's turn; again after a stale read. */
  const sendInTurn = <Result>(actor: Actor, attempt: (leave: () => void) => Promise<Result>): Promise<Result> =>
    inTurn(lineOf(actor), (leave) => retryStale(() => attempt(leave)));

  const getPlace = async (actor: Actor, id: string) => {
    const conversation = await getConversation(db, actor, { id, permission: 'conversations:write' });
    const agent = await answeringIn(findAgent, conversation);
    if (agent === undefined) throw failures.noConversation();
    return { conversation, agent, at: Math.max(now(), conversation.lastMessageAt + 1) };
  };

  /** Returns the facts about a visitor for the agent. The channel decides about the page, also if a member writes. */
  const factsFor = async (
    workspace: string,
    { visit, passed, channel }: { visit: Visit; passed: Passed; channel: string | null },
  ) => {
    const isKnown = passed.visitors !== undefined || visit.page === null || channel === null;
    const found = isKnown ? passed.visitors : await rules.visitorRules(workspace, channel);
    return factsOf(visit, found?.tellsPage === true);
  };

  return { streaming, sendInTurn, getPlace, factsFor };
}
