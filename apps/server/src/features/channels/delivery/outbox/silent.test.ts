// @module-tag sql
import type { ServerResponse } from 'node:http';
import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../../testing/databases/engines.ts';
import { type Service, startService } from '../../../../../testing/harness.ts';
import { sendEvent, startWebhookServer } from '../../../../../testing/servers/webhook-server.ts';

const patient = { timeout: 30_000, interval: 10 };

describe.each(engines)('an account whose 20 webhooks are silent, on %s', (engine) => {
  let parley: Service;
  let silent: Awaited<ReturnType<typeof startWebhookServer>>;
  let good: Awaited<ReturnType<typeof startWebhookServer>>;
  /** Requests that wait for an answer. */
  const held = new Set<ServerResponse>();
  let ended = 0;

  beforeAll(async () => {
    [silent, good] = [await startWebhookServer(), await startWebhookServer()];
    silent.answers((_request, response) => {
      held.add(response);
      response.once('close', () => {
        held.delete(response);
        ended += 1;
      });
    });
    const hosts = [silent, good].map(({ url }) => new URL(url).host).join(',');
    parley = await startService(engine, { environment: { PARLEY_ALLOW_PRIVATE_HOSTS: hosts } });
  });
  afterAll(async () => {
    await silent.close();
    await parley.close();
    await good.close();
  });

  const channelIn = async (client: Parley, workspace: string, url: string): Promise<NewChannel> => {
    const agent = await client.agents.create({ name: 'Echo', model: 'builtin/echo', workspaceId: workspace });
    return client.channels.create(agent._id, { type: 'webhook', settings: { url } });
  };
  const say = async ({ _id: channel, secret }: NewChannel, text: string) => {
    const body = { type: 'message', user: { id: 'ada' }, text };
    const { status } = await sendEvent(parley.url, { channel, secret: secret ?? '', body });
    expect(status).toBe(200);
  };
  const answered = (text: string) =>
    vi.waitFor(() => expect(good.delivered.map(({ body }) => body.data['text'])).toContain(text), patient);

  test('delays neither the replies of another account nor those to its own address that answers', async () => {
    const [greedy, other] = [await parley.person({ plan: 'business' }), await parley.person()];
    const [client, others] = [await greedy.session(), await other.session()];
    const workspaces = await Promise.all(
      Array.from({ length: 19 }, async (_, index) => (await client.workspaces.create({ name: `Home ${index}` }))._id),
    );
    const all = [greedy.workspace, ...workspaces];
    const channels = await Promise.all(all.map((workspace) => channelIn(client, workspace, silent.url)));
    const [own, foreign] = [
      await channelIn(client, greedy.workspace, good.url),
      await channelIn(others, other.workspace, good.url),
    ];

    // Nothing is known of the address yet, so all places of the account wait for it.
    await Promise.all(channels.map((channel) => say(channel, 'Hello')));
    await vi.waitFor(() => expect(held.size).toBe(4), patient);
    await say(foreign, 'From another account');
    await answered('From another account');
    expect(ended).toBe(0);

    // Now it is known, so one place does.
    for (const response of held) response.destroy();
    const delivered = () => parley.features.jobs.ended().get('channels.deliver');
    // The whole record, so that a failure shows what the further attempts did.
    const known = { jobs: expect.objectContaining({ failed: 4 }), held: 1, ended: 4 };
    await vi.waitFor(() => expect({ jobs: delivered(), held: held.size, ended }).toEqual(known), patient);
    await say(own, 'From the same account');
    await answered('From the same account');
    expect([ended, held.size]).toEqual([4, 1]);
  });
});
