import { type Actor, systemIn } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { Conversation } from '../../../schemas/conversations/conversation.ts';
import type { Satisfaction } from '../../../schemas/conversations/satisfaction.ts';
import type { EntryType, NoteEvent } from '../../../schemas/entries.ts';
import type { Statement } from '../../../storage/unit.ts';
import { type ChangeRequest, changeConversation } from '../change.ts';
import type { Change } from '../entries/changes.ts';
import type { ConversationNeeds } from '../needs.ts';

/** The facts on which the desk decides. Times in ms since 1970. */
interface DeskView extends Pick<Conversation, 'status' | 'takenBy' | 'assignee' | 'team'> {
  readonly waitingSince: number | null;
  readonly snoozedUntil: number | null;
}

/** A change by the desk, its entry, and why and from which person it was returned. */
interface DeskChange {
  readonly assignee?: string | null;
  readonly takenBy?: string | null;
  readonly snoozedUntil?: null;
  readonly entry: EntryType;
  readonly reason?: string;
  readonly from?: string;
}

/** A decision of the desk, and the statements of the same unit of work if it changes something. */
interface Deciding {
  decide(conversation: DeskView): DeskChange | undefined;
  readonly along: readonly Statement[];
}

const msOf = (time: string | null) => (time === null ? null : Date.parse(time));

/**
 * Returns the function that changes a conversation in the name of the service, and says whether it did. It does nothing
 * if the conversation is gone.
 */
export const deskChanges =
  (needs: Pick<ConversationNeeds, 'db' | 'now' | 'record' | 'changed' | 'entries' | 'desk'>) =>
  async (workspace: string, id: string, { decide, along }: Deciding): Promise<boolean> => {
    let isChanged = false;
    const changing = changeConversation(needs, systemIn(workspace), {
      id,
      decide: ({ json }) => {
        const { status, takenBy, assignee, team, ...times } = JSON.parse(json) as Conversation;
        const [waitingSince, snoozedUntil] = [msOf(times.waitingSince), msOf(times.snoozedUntil)];
        const change = decide({ status, takenBy, assignee, team, waitingSince, snoozedUntil });
        isChanged = change !== undefined;
        return change && toChange(status, change);
      },
      demands: () => along,
    });
    return changing.then(
      () => isChanged,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'conversation_not_found') return false;
        throw error;
      },
    );
  };

/** Returns the function that changes a conversation by a note, which is written along. */
export const noteChanges =
  (needs: Parameters<typeof deskChanges>[0]) =>
  (actor: Actor, { type, note, ...request }: Omit<ChangeRequest, 'decide'> & { type: NoteEvent; note: string }) =>
    changeConversation(needs, actor, { ...request, decide: () => ({ type, note }) });

/** Returns the function that stores how satisfied the visitor of a conversation is. It does nothing if that is known. */
export const ratedChanges =
  (needs: Parameters<typeof deskChanges>[0]) =>
  (
    actor: Actor,
    { decide, ...request }: Omit<ChangeRequest, 'decide'> & { decide(now: Conversation): Satisfaction | undefined },
  ) =>
    changeConversation(needs, actor, {
      ...request,
      decide: ({ json }) => {
        const satisfaction = decide(JSON.parse(json) as Conversation);
        return satisfaction && { type: 'conversation.rated', satisfaction };
      },
    });

function toChange(status: Conversation['status'], { entry, reason, from, ...columns }: DeskChange): Change {
  const { assignee } = columns;
  const isLeft = status === 'human' && assignee === null;
  return {
    ...columns,
    // The person who had it may have promised something, so its visitor waits for another person.
    ...(isLeft && { waiting: 'now' }),
    type: assignee === undefined ? 'conversation.updated' : 'conversation.assigned',
    entry: {
      type: entry,
      data: {
        ...(assignee !== undefined && { assignee }),
        ...(reason !== undefined && { reason }),
        ...(from && { from }),
      },
    },
  };
}
