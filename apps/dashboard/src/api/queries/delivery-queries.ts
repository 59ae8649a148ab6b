import type { Channel, MessageDelivery } from '@parley/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { paged } from '../paged.ts';
import { queryClient } from '../queries.ts';

/** Deliveries on one page: the API's maximum, so that one page nearly always suffices. */
const perPage = 100;

/** Number of a channel's latest conversations, and of deliveries in each, that are searched for failures. */
const looked = { conversations: 5, deliveries: 20 } as const;

/** Max failures that are shown of a channel. */
const maxFailures = 3;

/** A message of a channel that did not get through, with the title of its conversation. */
export interface FailedDelivery extends MessageDelivery {
  readonly title: string;
}

/** Deliveries of the messages of a conversation, newest first. Only `useDeliveries` requests them. */
export const deliveriesOf = (conversation: string) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'deliveries', conversation],
    queryFn: ({ pageParam: cursor }) =>
      callApi((client) =>
        client.conversations.deliveries(conversation, { limit: perPage, ...(cursor !== undefined && { cursor }) }),
      ),
    ...paged,
  });

/** Shows a delivery as the service has just returned it, and asks for all of them again. */
export function keepDelivery(delivery: MessageDelivery): void {
  const { queryKey } = deliveriesOf(delivery.conversation);
  queryClient.setQueryData(queryKey, (old) =>
    old === undefined
      ? undefined
      : {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            items: page.items.map((each) => (each.message === delivery.message ? delivery : each)),
          })) as typeof old.pages,
        },
  );
  renewDeliveries(delivery.conversation);
}

/** Asks for the deliveries of a conversation again. */
export const renewDeliveries = (conversation: string): void =>
  void queryClient.invalidateQueries({ queryKey: deliveriesOf(conversation).queryKey });

/** The newest failed deliveries in the latest conversations of a channel. */
export const failedDeliveries = ({ _id: channelId, workspace: workspaceId }: Pick<Channel, '_id' | 'workspace'>) =>
  queryOptions({
    queryKey: ['channels', 'failures', channelId],
    queryFn: async (): Promise<FailedDelivery[]> => {
      const latest = await callApi((client) =>
        client.conversations.list({ workspaceId, channelId, sort: '-lastMessageAt', limit: looked.conversations }),
      );
      const found = await Promise.all(
        latest.items.map(async ({ _id, title }) => {
          const { items } = await callApi((client) =>
            client.conversations.deliveries(_id, { limit: looked.deliveries }),
          );
          return items.filter(isFailed).map((delivery) => ({ ...delivery, title }));
        }),
      );
      return found
        .flat()
        .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
        .slice(0, maxFailures);
    },
    staleTime: 30_000,
  });

const isFailed = ({ state }: MessageDelivery) => state === 'failed' || state === 'unknown';
