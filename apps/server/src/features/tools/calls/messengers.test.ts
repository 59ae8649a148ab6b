// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { says, startFakeProvider } from '../../../../testing/servers/fake-provider.ts';
import { calls } from '../../../../testing/servers/fake-tools.ts';
import { sendEvent } from '../../../../testing/servers/webhook-server.ts';

const provider = await startFakeProvider();
afterAll(provider.close);

const patient = { timeout: 30_000, interval: 25 };
const usual = 'A colleague has to confirm this first. You’ll get the answer here.';

describe.each(engines)('a reply in a messenger that waits for approval, on %s', (engine) => {
  const parley = service(engine, { environment: provider.environment });
  let client: Parley;
  beforeAll(async () => {
    client = await (await parley.person()).client();
  });

  let made = 0;
  /** Lets a user of a messenger ask for something that must be approved. Returns the conversation's texts. */
  const asked = async (settings: object) => {
    made += 1;
    const model = `messenger-${engine}-${made}`;
    const clock = await client.tools.create({
      ...{ type: 'builtin', name: `clock_${made}`, description: 'For deliveries.' },
      settings: { function: 'current_time' },
    });
    provider.play(model, calls([{ name: clock.name, arguments: '{}' }]), says('Done.'));
    const tools = [{ id: clock._id, requiresApproval: true }];
    const { _id: agent } = await client.agents.create({ name: 'Careful', model: `fake/${model}`, tools });
    const channel = await client.channels.create(agent, { type: 'webhook', settings: { ...settings } });
    const body = { type: 'message', user: { id: 'ada' }, text: 'Ship it' };
    await sendEvent(parley.url, { channel: channel._id, secret: channel.secret ?? '', body });
    const [call] = await vi.waitFor(async () => {
      const { items } = await client.toolCalls.list({ agentId: agent, status: 'waiting' });
      expect(items).toHaveLength(1);
      return items;
    }, patient);
    if (call === undefined) throw new Error('Nothing waits.');
    const texts = async () => {
      const { items } = await client.messages.list(call.conversation);
      return items.map(({ role, status, content }) => `${role} ${status} ${content}`).reverse();
    };
    return { call: call._id, texts };
  };
  const until = (texts: () => Promise<string[]>, expected: readonly string[]) =>
    vi.waitFor(async () => expect(await texts()).toEqual(expected), patient);

  test('its user is told once, and gets the reply once it is decided', async () => {
    const { call, texts } = await asked({});
    await until(texts, ['user complete Ship it', 'assistant requires_action ', `assistant complete ${usual}`]);
    await client.toolCalls.approve(call, {});
    await until(texts, ['user complete Ship it', 'assistant complete Done.', `assistant complete ${usual}`]);
  });

  test('the text is a setting of the channel; an empty one is not sent', async () => {
    const own = await asked({ confirmation: 'Einen Moment, bitte.' });
    const told = 'assistant complete Einen Moment, bitte.';
    await until(own.texts, ['user complete Ship it', 'assistant requires_action ', told]);
    const none = await asked({ confirmation: '' });
    await client.toolCalls.approve(none.call, {});
    await until(none.texts, ['user complete Ship it', 'assistant complete Done.']);
  });
});
