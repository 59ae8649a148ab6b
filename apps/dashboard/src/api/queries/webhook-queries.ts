import type { Parley, Webhook, WebhookCreateParams, WebhookDelivery, WebhookUpdateParams } from '@parley/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { fieldLimits } from '../field-limits.ts';
import { joinPages, pageAt, paged } from '../paged.ts';
import { queryClient } from '../queries.ts';

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

/** The operations on webhooks. All but the test read the lists again. */
export const webhookCalls = {
  create: (body: WebhookCreateParams) => renewing((client) => client.webhooks.create(body)),
  update: (id: string, body: WebhookUpdateParams) => renewing((client) => client.webhooks.update(id, body)),
  delete: async (id: string): Promise<void> => {
    await callApi((client) => client.webhooks.delete(id));
    queryClient.removeQueries({ queryKey: webhookQueries.one(id).queryKey });
    await queryClient.invalidateQueries({ queryKey: ['webhooks', 'list'] });
    void queryClient.invalidateQueries({ queryKey: ['quotas'] });
  },
  rotate: (id: string, overlapHours: number) =>
    renewing((client) => client.webhooks.rotateSecret(id, { overlapHours })),
  test: (id: string) => callApi((client) => client.webhooks.test(id)),
  redeliver: (id: string, what: { readonly deliveryId: string } | { readonly since: string }) =>
    renewing((client) => client.webhooks.redeliver(id, what)),
};

async function renewing<Data>(call: (client: Parley) => Promise<Data>): Promise<Data> {
  const data = await callApi(call);
  await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  void queryClient.invalidateQueries({ queryKey: ['quotas'] });
  return data;
}

/** The settings of a webhook. */
export type WebhookSettings = Pick<Webhook, 'url' | 'description' | 'types' | 'agents'>;
