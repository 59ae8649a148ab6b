import { type Principal, systemIn } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { Conversation } from '../../../schemas/conversations/conversation.ts';
import type { ConversationEntry } from '../../../schemas/entries.ts';
import { getConversation } from '../access.ts';
import type { ConversationNeeds } from '../needs.ts';
import type { Takeover } from '../takeover/service.ts';

/** The functions with which rooms of teams show conversations, and take them. */
export const inRooms = ({ db, entries }: Pick<ConversationNeeds, 'db' | 'entries'>, takeover: Takeover) => {
  /** The details of the latest handover of a conversation. */
  const handoverOf = async (workspace: string, conversation: string) => {
    const latest = { sort: '-createdAt', limit: 1, includeTotal: false } as const;
    const page = await entries.page({ workspace, conversation, types: ['handed_over'] }, latest);
    const [entry] = (JSON.parse(page) as { readonly items: readonly ConversationEntry[] }).items;
    return entry?.data as { readonly reason: string; readonly summary: string | null } | undefined;
  };

  return {
    /** Finds a conversation of a workspace; undefined if it is gone. */
    find: async (workspace: string, id: string) => {
      const where = { id, permission: 'conversations:read' } as const;
      const found = await getConversation(db, systemIn(workspace), where).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'conversation_not_found') return undefined;
        throw error;
      });
      if (found === undefined) return undefined;
      const { title, agent, status, takenBy, assignee, waitingSince } = JSON.parse(found.json) as Conversation;
      const handover = await handoverOf(workspace, id);
      const since = waitingSince === null ? null : Date.parse(waitingSince);
      return { ...{ title, agent, status, takenBy, assignee, handover }, waitingSince: since };
    },

    /** Takes a conversation over for a person, if no one has it. */
    takeOver: (actor: Principal, id: string) => takeover.takeover(actor, id, { takenBy: null }),
  };
};
