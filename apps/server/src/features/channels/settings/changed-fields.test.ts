import type { Parley } from '@parley/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { textMark } from '../../../events/text-mark.ts';

describe.each(anyEngine)('the changes that events of channels show, on %s', (engine) => {
  const parley = service(engine);
  let client: Parley;
  let agent: string;

  beforeAll(async () => {
    client = await (await parley.person()).client();
    agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
  });

  const latest = async (id: string) => (await loggedEvents(parley.db, id)).at(-1);

  test('each setting and limit with its value before and after, and only those that differ', async () => {
    const { _id: id } = await client.channels.create(agent, { type: 'widget', name: 'Shop' });
    const offlineMessage = 'Back at nine.\nSee you!';
    await client.channels.update(id, {
      ...{ name: 'Shop', status: 'inactive', offlineMessage, limits: { messagesPerDay: 7 }, metadata: { shop: 'eu' } },
      settings: { greeting: 'Hi!', allowedOrigins: ['https://example.com'] },
    });
    const event = await latest(id);
    expect(event?.data).toMatchObject({ channel: id, agent });
    expect(event?.changes).toHaveLength(6);
    expect(event?.changes).toEqual(
      expect.arrayContaining([
        { field: 'status', before: 'active', after: 'inactive' },
        { field: 'offlineMessage', before: null, after: textMark(offlineMessage) },
        { field: 'limits.messagesPerDay', before: expect.anything(), after: 7 },
        { field: 'metadata', before: textMark('{}'), after: textMark('{"shop":"eu"}') },
        { field: 'settings.greeting', before: expect.anything(), after: 'Hi!' },
        { field: 'settings.allowedOrigins', before: [], after: ['https://example.com'] },
      ]),
    );
    await client.channels.update(id, { name: 'Shop', settings: { greeting: 'Hi!' } });
    expect((await latest(id))?.changes).toEqual([]);
    await client.channels.delete(id);
    expect(await latest(id)).toMatchObject({ type: 'channel.deleted', data: { channel: id, agent } });
  });
});
