import { statement } from '../../src/storage/unit.ts';
import { deliveryRows, webhookRow } from '../fixtures/webhooks.ts';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

const conflicts = { version_conflict: 'It was changed at the same moment, again and again.' };

/** Real values for those of a webhook; nothing is sent. */
const real = (body: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...('url' in body && { url: 'https://1.1.1.1/hook' }),
  ...('types' in body && { types: ['agent.*'] }),
  ...('agents' in body && { agents: [] }),
  status: 'disabled',
});

/** Calls of the operations on webhooks with which a valid request succeeds. */
export async function webhookRows({ service: { db }, owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace } = owner;
  const post = () => made.post('/api/webhooks', { ...real({ url: '' }), workspaceId: workspace });
  const make = async () => String((await post())['_id']);
  const id = await make();
  await db.write([deliveryRows(db, { workspace, webhook: id }, [{ id: 'whdel_again' }, {}])]);
  const one = { headers, params: { id } };
  /** A webhook of its own, whose secret is not sealed: it is never sent. */
  const bare = async () => {
    const row = webhookRow(workspace);
    await db.write([statement(db.query.insertInto('webhooks').values(row))]);
    return row.id;
  };
  return {
    createWebhook: {
      target: (body) => ({
        headers,
        body: { ...real(body), workspaceId: workspace },
      }),
    },
    listWebhooks: { target: () => ({ headers, query: { workspaceId: workspace } }) },
    getWebhook: { target: () => one },
    updateWebhook: { target: (body) => ({ ...one, body: real(body) }), conflicts },
    deleteWebhook: { target: async () => ({ headers, params: { id: await bare() } }) },
    rotateWebhookSecret: { target: () => one, conflicts },
    testWebhook: { target: () => one },
    listWebhookDeliveries: { target: () => one },
    redeliverWebhook: { target: () => ({ ...one, body: { deliveryId: 'whdel_again', since: undefined } }) },
  };
}
