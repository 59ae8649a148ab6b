import type { ListedConversation } from '@parley/sdk';
import { createStore, useStore } from '../ui/loading/store.ts';
import { callApi } from './client.ts';
import { noteFailure } from './connection.ts';
import { forgetConversationLists } from './queries/conversation-queries.ts';

/** Messages that were read in this tab, which is newer than a list that was requested before. */
interface Here {
  /** The time of the last message that was read, by conversation. */
  readonly until: ReadonlyMap<string, string>;
  /** The time up to which everything is read, by workspace. */
  readonly all: ReadonlyMap<string, string>;
}

const readHere = createStore<Here>({ until: new Map(), all: new Map() });

/** True if a listed conversation has a message that the user hasn't read. */
export const useIsUnread = (conversation: ListedConversation): boolean =>
  isUnreadWith(useStore(readHere), conversation);

/** The same outside of React, as it is now. */
export const isUnread = (conversation: ListedConversation): boolean => isUnreadWith(readHere.get(), conversation);

function isUnreadWith({ until, all }: Here, { _id, workspace, unread, lastMessageAt }: ListedConversation): boolean {
  if (unread !== true || lastMessageAt === null) return false;
  return lastMessageAt > (until.get(_id) ?? '') && lastMessageAt > (all.get(workspace) ?? '');
}

const keep = (id: string, time: string | undefined) => {
  const { until, all } = readHere.get();
  const changed = new Map(until);
  if (time === undefined) changed.delete(id);
  else changed.set(id, time);
  readHere.set({ until: changed, all });
};

/** Marks a conversation as read up to the message of a time. If that fails, the next message or visit tries again. */
export async function markRead(id: string, readUntil: string): Promise<void> {
  const before = readHere.get().until.get(id);
  if (before !== undefined && before >= readUntil) return;
  keep(id, readUntil);
  try {
    await callApi((client) => client.conversations.markRead(id, { readUntil }));
  } catch (error) {
    noteFailure(error);
    if (readHere.get().until.get(id) === readUntil) keep(id, before);
  }
}

/** Marks all conversations of a workspace as read. */
export async function markAllRead(workspaceId: string): Promise<void> {
  const { readUntil } = await callApi((client) => client.conversations.markAllRead({ workspaceId }));
  const { until, all } = readHere.get();
  readHere.set({ until, all: new Map(all).set(workspaceId, readUntil) });
  forgetConversationLists();
}
