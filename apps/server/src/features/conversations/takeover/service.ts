import type { Actor, Principal, VisitorActor } from '../../../access/actor.ts';
import type { Conversation } from '../../../schemas/conversations/conversation.ts';
import type { Handover, Release, TakeoverDraft } from '../../../schemas/conversations/takeover.ts';
import { type Along, nothingAlong, type Statement } from '../../../storage/unit.ts';
import { getConversation } from '../access.ts';
import { changeConversation } from '../change.ts';
import { writeAlong } from '../concurrency/write-along.ts';
import { failures } from '../failures.ts';
import type { ChannelRules } from '../messages/sending/channel-rules.ts';
import type { ConversationNeeds } from '../needs.ts';
import type { StoredConversation } from '../store.ts';
import { type AbandonNeeds, abandonReply } from '../turns/leases/abandon.ts';
import { endAtClose, endWaiting } from '../turns/resume/end-waiting.ts';

/** Dependencies of the takeover. */
export interface TakeoverNeeds extends Omit<ConversationNeeds, 'newId' | 'findAgent' | 'slots'>, AbandonNeeds {
  /** Returns the statement that has the agent reply to the last message of a conversation. */
  answerLast(workspace: string, conversation: string): Statement;
  readonly rules: Pick<ChannelRules, 'visitorRules'>;
  /** True if a workspace has a team. */
  hasTeam(workspace: string, team: string): Promise<boolean>;
}

export type Takeover = ReturnType<typeof createTakeover>;

/** The statements that are written with the changed conversation. */
type AlongIt = Along<StoredConversation>;

/**
 * Creates the service that sets who replies in a conversation (its agent, a person, or no one once it is closed), and
 * cancels turns.
 */
export function createTakeover(needs: TakeoverNeeds) {
  const { db, turns, assignable, desk } = needs;

  const get = (actor: Actor, id: string) => getConversation(db, actor, { id, permission: 'conversations:write' });

  /** Cancels the turn of a conversation, in any process, and its replies that wait; false without a turn. */
  const cancelTurn = async (actor: Actor, cancelled: StoredConversation): Promise<boolean> => {
    const { id: conversation, workspace, turn: replyId } = cancelled;
    const ended = await endWaiting(needs, actor, cancelled);
    if (replyId === null) return ended > 0;
    if (await turns.stop(replyId, 'cancelled')) return true;
    const ending = { status: 'cancelled', finishReason: 'cancelled', error: null, lease: undefined } as const;
    await abandonReply(needs, { workspace, conversation, replyId, actor, ...ending });
    await turns.stop(replyId, 'gone');
    return true;
  };

  /** The team of the channel of a visitor who asks for a person. Throws `visitor_not_allowed` if it offers none. */
  const teamFor = async ({ workspace, channel }: VisitorActor): Promise<string | undefined> => {
    const { offered = false, team = null } = (await needs.rules.visitorRules(workspace, channel))?.handover ?? {};
    if (!offered) throw failures.noPersonOffered();
    // One that was deleted is no reason to let the visitor wait for nothing.
    return team !== null && (await needs.hasTeam(workspace, team)) ? team : undefined;
  };

  return {
    close: async (actor: Actor, id: string, along: AlongIt = nothingAlong): Promise<StoredConversation> => {
      const closed = await changeConversation(needs, actor, {
        id,
        along,
        decide: ({ status }) =>
          status === 'closed'
            ? undefined
            : { status: 'closed', takenBy: null, waiting: 'none', snoozedUntil: null, type: 'conversation.closed' },
      });
      return endAtClose(needs, actor, closed);
    },

    reopen: (actor: Actor, id: string, along: AlongIt = nothingAlong): Promise<StoredConversation> =>
      changeConversation(needs, actor, {
        id,
        along,
        decide: ({ status }) => {
          if (status === 'human') throw failures.takenOver();
          return status === 'open' ? undefined : { status: 'open', type: 'conversation.reopened' };
        },
      }),

    /**
     * Assigns a conversation to a person and cancels its turn; the agent doesn't reply until it is released. With
     * `takenBy` only if that person has it, or none for null. That takes several units of work, so the statements along are
     * written after them.
     */
    takeover: async (
      actor: Principal,
      id: string,
      { takenBy: from, along = nothingAlong }: TakeoverDraft & { readonly along?: AlongIt } = {},
    ): Promise<StoredConversation> => {
      const takenBy = actor.user.id;
      await changeConversation(needs, actor, {
        id,
        decide: ({ status, json }) => {
          if (status === 'closed') throw failures.closed();
          const holder = (JSON.parse(json) as Conversation).takenBy;
          if (holder === takenBy) return undefined;
          if (from !== undefined && from !== holder) throw failures.held(holder);
          return {
            status: 'human',
            takenBy,
            assignee: takenBy,
            waiting: 'unanswered',
            type: 'conversation.taken_over',
          };
        },
      });
      const taken = await get(actor, id);
      const isChanged = await cancelTurn(actor, taken);
      return writeAlong(db, along, isChanged ? await get(actor, id) : taken);
    },

    /**
     * Hands a conversation over to people and cancels its turn; does nothing if people have it already. The statements
     * along are written after that. A visitor may if the channel offers it, which names the team.
     */
    handOver: async (
      actor: Actor,
      id: string,
      { along = nothingAlong, ...handover }: Handover & { readonly along?: AlongIt },
    ): Promise<StoredConversation> => {
      const { reason, summary } = handover;
      if (actor.kind === 'visitor') await get(actor, id);
      const team = actor.kind === 'visitor' ? await teamFor(actor) : handover.team;
      let isNew = false;
      const waiting = await changeConversation(needs, actor, {
        id,
        decide: ({ status }) => {
          if (status === 'closed') throw failures.closed();
          isNew = status !== 'human';
          if (!isNew) return undefined;
          const entry = { data: { reason, summary: summary ?? null, ...(team !== undefined && { team }) } };
          return { status: 'human', takenBy: null, team, waiting: 'now', entry, type: 'conversation.waiting' };
        },
        demands: ({ team: chosen }, workspace) => [
          ...assignable({ team: chosen }, workspace),
          desk.route(workspace, id),
        ],
      });
      // The agent that has handed over says so in the reply that it still writes.
      const isChanged = isNew && (await cancelTurn(actor, waiting));
      return writeAlong(db, along, isChanged ? await get(actor, id) : waiting);
    },

    /** Releases a conversation to its agent, which then replies to the last message of the user if it is asked to. */
    release: (
      actor: Principal,
      id: string,
      { answer = false, along = nothingAlong }: Release & { readonly along?: AlongIt } = {},
    ): Promise<StoredConversation> =>
      changeConversation(needs, actor, {
        id,
        along,
        demands: (_, workspace) => (answer ? [needs.answerLast(workspace, id)] : []),
        decide: ({ status }) => {
          if (status === 'closed') throw failures.closed();
          if (status === 'open') return undefined;
          return { status: 'open', takenBy: null, assignee: null, waiting: 'none', type: 'conversation.released' };
        },
      }),

    /** Cancels the turn; the reply keeps the text so far. The statements along are written after that. */
    cancel: async (actor: Actor, id: string, along: AlongIt = nothingAlong): Promise<StoredConversation> => {
      await cancelTurn(actor, await get(actor, id));
      return writeAlong(db, along, await get(actor, id));
    },
  };
}
