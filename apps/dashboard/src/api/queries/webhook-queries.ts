import type { WebhookDelivery } from '@parley/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { fieldLimits } from '../field-limits.ts';
import { joinPages, pageAt, paged } from '../paged.ts';

/** Deliveries on one page. */
const perPage = 30;

/** Polling interval in ms: deliveries and states change by themselves. */
const interval = 10_000;

/** The queries of the pages about webhooks. */
export const webhookQueries = {
  /** The webhooks of a workspace on one page: more than any plan has. */
  list: (workspaceId: string) =>
    queryOptions({
      queryKey: ['webhooks', 'list', workspaceId],
      queryFn: () =>
        callApi((client) => client.webhooks.list({ workspaceId, sort: 'createdAt', limit: fieldLimits.page })),
      select: ({ items }) => items,
      refetchInterval: interval,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['webhooks', 'one', id],
      queryFn: () => callApi((client) => client.webhooks.retrieve(id)),
      refetchInterval: interval,
    }),
  deliveries: (id: string, state: WebhookDelivery['state'] | undefined) =>
    infiniteQueryOptions({
      queryKey: ['webhooks', 'deliveries', id, state],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.webhooks.deliveries(id, {
            limit: perPage,
            ...(state !== undefined && { state }),
            ...pageAt(pageParam),
          }),
        ),
      ...paged,
      select: joinPages,
      // Each page is a request: a long list is read again by hand.
      refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? interval : false),
    }),
};
