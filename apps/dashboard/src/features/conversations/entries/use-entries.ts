import type { ConversationEntry, Message } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { conversationQueries } from '../../../api/queries/conversation-queries.ts';
import { useHeard } from '../list/heard.ts';

/**
 * Returns what happened before a message (given its index), or after the last one (given their number). Entries older
 * than the first loaded message come with the page before it.
 */
export function useEntries(
  id: string,
  messages: readonly Message[] | undefined,
  hasOlder: boolean,
): (index: number) => readonly ConversationEntry[] {
  const {
    data: read,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInfiniteQuery(conversationQueries.entries(id));
  const { entries: heard } = useHeard(id);
  const first = messages?.[0]?.createdAt ?? '';
  const oldest = read?.at(-1)?.createdAt ?? '';
  const lacksSome = hasNextPage && !isFetchingNextPage && (!hasOlder || oldest > first);
  useEffect(() => {
    if (lacksSome) void fetchNextPage();
  }, [lacksSome, fetchNextPage]);
  const places = useMemo(
    () => placesOf([...(read ?? []), ...heard], messages ?? [], hasOlder),
    [read, heard, messages, hasOlder],
  );
  return (index) => places.get(index) ?? none;
}

const none: readonly ConversationEntry[] = [];

/** The entries by the index of the message that comes after them, each once and in order. */
function placesOf(
  entries: readonly ConversationEntry[],
  messages: readonly Message[],
  hasOlder: boolean,
): ReadonlyMap<number, readonly ConversationEntry[]> {
  const inOrder = [...new Map(entries.map((entry) => [entry._id, entry])).values()].sort((one, other) =>
    one._id < other._id ? -1 : 1,
  );
  const places = new Map<number, ConversationEntry[]>();
  for (const entry of inOrder) {
    const later = messages.findIndex(({ createdAt }) => createdAt > entry.createdAt);
    const index = later < 0 ? messages.length : later;
    if (index === 0 && hasOlder) continue;
    places.set(index, [...(places.get(index) ?? []), entry]);
  }
  return places;
}
