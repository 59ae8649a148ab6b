import type { Conversation, Message } from '@parley/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { channelQueries } from '../../../api/queries/channel-queries.ts';
import { deliveriesOf, renewDeliveries } from '../../../api/queries/delivery-queries.ts';
import { isWeb } from '../../channels/channel-words.ts';
import { pollingInterval } from './delivery-words.ts';

interface WatchProps {
  readonly conversation: Conversation;
  readonly channel: string;
  /** The loaded messages, the oldest first. */
  readonly messages: readonly Message[];
}

/** Reads how far the messages of a messenger's conversation have come, as long as the page is visible. Shows nothing. */
export function DeliveryWatch({ conversation: { _id: id }, channel, messages }: WatchProps) {
  const { data: found } = useQuery(channelQueries.named(channel));
  return found === undefined || isWeb(found.type) ? null : <Watch id={id} messages={messages} />;
}

function Watch({ id, messages }: { id: string; messages: readonly Message[] }) {
  const outgoing = messages.filter(({ role, status }) => role !== 'user' && status !== 'streaming');
  const [oldest, last] = [outgoing[0], outgoing.at(-1)];
  const newest = last === undefined ? undefined : { message: last._id, createdAt: last.createdAt };
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...deliveriesOf(id),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: ({ state }) =>
      pollingInterval(state.data?.pages.flatMap(({ items }) => items) ?? [], newest, Date.now()),
  });
  const awaited = newest?.message;
  const isListed = data?.some(({ message }) => message === awaited) ?? true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is asked for once, then polled.
  useEffect(() => {
    if (awaited !== undefined && !isListed) renewDeliveries(id);
  }, [id, awaited]);
  const reached = data?.at(-1)?.createdAt;
  const isOlder = oldest !== undefined && reached !== undefined && oldest.createdAt < reached;
  useEffect(() => {
    if (isOlder && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isOlder, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return null;
}
