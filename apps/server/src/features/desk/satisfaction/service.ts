import type { Actor } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import { satisfactionOf } from '../../../platforms/satisfaction.ts';
import type { Conversation } from '../../../schemas/conversations/conversation.ts';
import type { Satisfaction, SatisfactionDraft } from '../../../schemas/conversations/satisfaction.ts';
import type { EntryData, NewEntry } from '../../../schemas/entries.ts';
import type { Database } from '../../../storage/database.ts';
import { holdRow } from '../../../storage/sql/lock-rows.ts';
import { type Along, type Condition, nothingAlong, type Statement } from '../../../storage/unit.ts';
import * as store from './store.ts';

/** A conversation whose visitor answers. */
interface Place {
  readonly id: string;
  readonly workspace: string;
}

/** An answer as a change of its conversation. */
interface Rating {
  readonly id: string;
  /** Returns the new answer; undefined for the one that is stored. */
  decide(conversation: Conversation): Satisfaction | undefined;
  /** Statements that come before the change. */
  readonly demands: () => readonly Statement[];
  readonly along: Along<Place>;
}

/** Dependencies of answers. */
export interface SatisfactionNeeds {
  readonly db: Database;
  readonly now: () => number;
  /** Returns the stored form of an actor. */
  readonly actors: { text(actor: Actor): string };
  /** Returns the statement that writes an entry by a condition, before the change of its conversation. */
  enter(actor: Actor, entry: NewEntry, when: Condition): Statement;
  /** Gets a conversation in which the actor may write. Throws `conversation_not_found` or `insufficient_role`. */
  getConversation(actor: Actor, id: string): Promise<Place>;
  /** Changes a conversation by an answer, with its event. */
  rate(actor: Actor, rating: Rating): Promise<Place & { readonly json: string }>;
}

/** An answer, and its conversation. */
export interface Rated {
  readonly satisfaction: Satisfaction;
  readonly conversation: string;
  readonly workspace: string;
}

/** The error that a conversation doesn't exist, or is out of reach. */
export const noConversation = () => new AppError('conversation_not_found', 'The conversation does not exist.');

const failures = {
  notAsked: () =>
    new AppError('visitor_not_allowed', 'This channel does not ask its visitors how satisfied they are.', {
      hint: 'Set `satisfaction.asked` of the channel to true.',
    }),
  notClosed: () =>
    new AppError('conversation_not_closed', 'The conversation is not closed.', { hint: 'Close it first.' }),
} as const;

export type SatisfactionService = ReturnType<typeof createSatisfaction>;

/** The answers of visitors to the question after their conversation was closed. */
export function createSatisfaction({ db, now, actors, enter, ...needs }: SatisfactionNeeds) {
  /** Throws `visitor_not_allowed` for a visitor of a channel that doesn't ask. */
  const demandAsked = async (actor: Actor): Promise<void> => {
    if (actor.kind !== 'visitor') return;
    const settings = await store.findSettings(db, actor.workspace, actor.channel);
    const { asked } = satisfactionOf(JSON.parse(settings ?? '{}') as object);
    if (!asked) throw failures.notAsked();
  };

  return {
    /**
     * Stores an answer, or changes the one that is there. One that is the same changes nothing. Throws
     * `conversation_not_found`, `visitor_not_allowed`, or `conversation_not_closed`.
     */
    rate: async (
      actor: Actor,
      id: string,
      { draft, along = nothingAlong }: { readonly draft: SatisfactionDraft; readonly along?: Along<Rated> },
    ): Promise<Rated> => {
      const { workspace } = await needs.getConversation(actor, id);
      await demandAsked(actor);
      const { score } = draft;
      const comment = draft.comment?.trim() || null;
      const ratedAt = new Date(now()).toISOString();
      let satisfaction: Satisfaction = { score, comment, ratedAt };
      const ratedBy = (): Rated => ({ satisfaction, conversation: id, workspace });
      await needs.rate(actor, {
        id,
        decide: ({ status, satisfaction: before }) => {
          if (status !== 'closed') throw failures.notClosed();
          const isSame = before?.score === score && before.comment === comment;
          satisfaction = isSame ? before : { score, comment, ratedAt };
          return isSame ? undefined : satisfaction;
        },
        demands: () => {
          const data: EntryData = { score, comment };
          const changed = JSON.stringify({ ...data, editedAt: ratedAt });
          return [
            ...holdRow(db, 'conversations', { id }),
            store.changeEntry(db, workspace, { conversation: id, data: changed, actor: actors.text(actor) }),
            enter(actor, { workspace, conversation: id, type: 'rated', data }, store.isUnanswered(id)),
          ];
        },
        along: () => along(ratedBy()),
      });
      return ratedBy();
    },
  };
}
