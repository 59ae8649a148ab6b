import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { pageAt } from '../paged.ts';
import { queryClient } from '../queries.ts';

/** An address that gets the events of a workspace; times are ISO 8601. */
export interface Webhook {
  readonly _id: string;
  readonly workspace: string;
  readonly url: string;
  readonly description: string;
  /** `*`, `agent.*` or `agent.created`. */
  readonly types: readonly string[];
  /** Empty for all agents. */
  readonly agents: readonly string[];
  readonly status: 'enabled' | 'disabled';
  readonly disabledReason: 'manual' | 'failing' | 'gone' | null;
  readonly failingSince: string | null;
  readonly lastSuccessAt: string | null;
  /** Number of deliveries that wait for an attempt. */
  readonly pending: number;
  readonly caughtUp: boolean;
  readonly oldSecretUntil: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A webhook with its secret, which is shown once. */
export interface NewWebhook extends Webhook {
  readonly secret: string;
}

/** What a person sets. */
export type WebhookSettings = Pick<Webhook, 'url' | 'description' | 'types' | 'agents'>;

/** The delivery of one event. */
export interface WebhookDelivery {
  readonly _id: string;
  readonly webhook: string;
  readonly event: string;
  readonly type: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  readonly replayed: boolean;
  readonly attempts: number;
  readonly dueAt: string | null;
  /** HTTP status of the last reply. */
  readonly status: number | null;
  readonly latencyMs: number | null;
  readonly error: string | null;
  /** The first kilobyte of the last reply. */
  readonly reply: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The outcome of a test request. */
export type WebhookTest = Pick<WebhookDelivery, 'status' | 'latencyMs' | 'error' | 'reply'>;

interface Listed<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly total?: number;
}

/** Max webhooks on the page: more than any plan has. */
const maxShown = 100;

/** Deliveries on one page. */
const perPage = 30;

/** Polling interval in ms: deliveries and states change by themselves. */
const interval = 10_000;

const collection = '/api/webhooks';
const item = `${collection}/{id}`;

/** The queries of the pages about webhooks. */
export const webhookQueries = {
  list: (workspaceId: string) =>
    queryOptions({
      queryKey: ['webhooks', 'list', workspaceId],
      queryFn: () =>
        callApi((client) =>
          client.request<Listed<Webhook>>({
            method: 'GET',
            path: collection,
            query: { workspaceId, sort: 'createdAt', limit: maxShown },
          }),
        ),
      select: ({ items }) => items,
      refetchInterval: interval,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['webhooks', 'one', id],
      queryFn: () => callApi((client) => client.request<Webhook>({ method: 'GET', path: item, params: { id } })),
      refetchInterval: interval,
    }),
  deliveries: (id: string, state: WebhookDelivery['state'] | undefined) =>
    infiniteQueryOptions({
      queryKey: ['webhooks', 'deliveries', id, state],
      queryFn: ({ pageParam }) =>
        callApi((client) =>
          client.request<Listed<WebhookDelivery>>({
            method: 'GET',
            path: `${item}/deliveries`,
            params: { id },
            query: { limit: perPage, state, ...pageAt(pageParam) },
          }),
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }: Listed<WebhookDelivery>) => nextCursor ?? undefined,
      select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items), total: pages[0]?.total }),
      // Each page is a request: a long list is read again by hand.
      refetchInterval: ({ state: { data } }) => (data !== undefined && data.pages.length === 1 ? interval : false),
    }),
};

/** The operations on webhooks. Each reads the lists again. */
export const webhookCalls = {
  create: (workspaceId: string, settings: WebhookSettings) =>
    renewing<NewWebhook>({ method: 'POST', path: collection, body: { ...settings, workspaceId } }),
  update: (id: string, changes: Partial<WebhookSettings & Pick<Webhook, 'status'>>) =>
    renewing<Webhook>({ method: 'PUT', path: item, params: { id }, body: changes }),
  delete: async (id: string): Promise<void> => {
    await callApi((client) => client.request({ method: 'DELETE', path: item, params: { id } }));
    queryClient.removeQueries({ queryKey: webhookQueries.one(id).queryKey });
    await queryClient.invalidateQueries({ queryKey: ['webhooks', 'list'] });
  },
  rotate: (id: string, overlapHours: number) =>
    renewing<NewWebhook>({ method: 'POST', path: `${item}/rotate-secret`, params: { id }, body: { overlapHours } }),
  test: (id: string) =>
    callApi((client) => client.request<WebhookTest>({ method: 'POST', path: `${item}/test`, params: { id } })),
  redeliver: (id: string, what: { readonly deliveryId: string } | { readonly since: string }) =>
    renewing<object>({ method: 'POST', path: `${item}/redeliver`, params: { id }, body: what }),
};

async function renewing<Data extends object>(request: {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body: object;
}): Promise<Data> {
  const data = await callApi((client) => client.request<Data>(request));
  await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
  return data;
}
