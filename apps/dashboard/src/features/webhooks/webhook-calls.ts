import type { Parley, WebhookCreateParams, WebhookUpdateParams } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { webhookQueries } from '../../api/queries/webhook-queries.ts';
import { queryClient } from '../../api/queries.ts';

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
