import type { Principal } from '../../../access/actor.ts';
import { type Along, nothingAlong } from '../../../storage/unit.ts';
import { demandReadable, getConversation } from '../access.ts';
import { writeAlong } from '../concurrency/write-along.ts';
import { failures } from '../failures.ts';
import type { ConversationNeeds } from '../needs.ts';
import type { AllRead, ConversationRead } from './schema.ts';
import * as store from './store.ts';

/** A mark, and the workspace of what it marks. */
export interface Marked<Mark> {
  readonly workspace: string;
  readonly mark: Mark;
}

export type Reads = ReturnType<typeof createReads>;

/**
 * Creates the service that marks what each person has read. A key marks for its person. Marks are private: they write
 * no event, and followers of the conversation don't see them.
 */
export function createReads({ db }: Pick<ConversationNeeds, 'db'>) {
  return {
    /** Marks a conversation as read up to a time in ms since 1970, or up to its latest message; never moves back. */
    mark: async (
      actor: Principal,
      { id, until }: { readonly id: string; readonly until: number | undefined },
      along: Along<Marked<ConversationRead>> = nothingAlong,
    ): Promise<Marked<ConversationRead>> => {
      const { workspace, lastMessageAt } = await getConversation(db, actor, { id, permission: 'conversations:read' });
      const latest = Number(lastMessageAt);
      const { read } = await db.write({
        read: store.markRead(
          db,
          { workspace, user: actor.user.id },
          { conversation: id, until: Math.min(until ?? latest, latest), onMissing: failures.noConversation },
        ),
      });
      const marked = { workspace, mark: { conversation: id, readUntil: timeOf(read.rows) } };
      return writeAlong(db, along, marked);
    },

    /** Marks all conversations of a workspace as read, up to its latest message; never moves back. */
    markAll: async (
      actor: Principal,
      workspaceId: string,
      along: Along<Marked<AllRead>> = nothingAlong,
    ): Promise<Marked<AllRead>> => {
      const workspace = demandReadable(actor, workspaceId);
      const until = await store.latestOf(db, workspace);
      const { read } = await db.write({
        read: store.markAllRead(db, { workspace, user: actor.user.id }, { until, orElse: failures.noWorkspace }),
      });
      const marked = { workspace, mark: { workspace, readUntil: timeOf(read.rows) } };
      return writeAlong(db, along, marked);
    },
  };
}

const timeOf = ([row]: readonly { readonly read_until: number }[]): string =>
  new Date(Number(row?.read_until ?? 0)).toISOString();
