// @module-tag sql
import type { NewChannel, Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { sendEvent } from '../../../../testing/servers/webhook-server.ts';

const patient = { timeout: 30_000, interval: 25 };

describe.each(engines)('a message of a platform, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_QUOTAS: 'free.conversations=1' } });
  let client: Parley;
  let channel: NewChannel;
  beforeAll(async () => {
    client = await (await parley.person({ plan: 'free' })).client();
    const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
    channel = await client.channels.create(agent, { type: 'webhook' });
  });

  const say = (user: string, late = 0) => {
    const body = { type: 'message', user: { id: user }, text: 'Hello' };
    return sendEvent(parley.url, { channel: channel._id, secret: channel.secret ?? '', body }, { late });
  };
  const usersOf = async () => (await client.conversations.list({ channelId: channel._id })).items;

  test('waits until the account has room for its conversation, and is not lost', async () => {
    expect((await say('ada')).status).toBe(200);
    const [first] = await vi.waitFor(async () => {
      const found = await usersOf();
      expect(found).toHaveLength(1);
      return found;
    }, patient);
    expect((await say('bob')).status).toBe(200);
    await vi.waitFor(() => {
      expect(parley.features.jobs.ended().get('channels.receive')?.failed).toBeGreaterThanOrEqual(1);
    }, patient);
    await client.conversations.delete(first?._id ?? '');
    await vi.waitFor(async () => expect((await usersOf()).map(({ userId }) => userId)).toEqual(['bob']), patient);
  });

  test('is as old as the clock of the service says', async () => {
    const hour = 60 * 60 * 1000;
    parley.advance(hour);
    expect(await say('bob')).toMatchObject({ status: 401, code: 'invalid_signature' });
    expect(await say('bob', -hour)).toMatchObject({ status: 200 });
  });
});
