// @module-tag sql
import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { sendEvent, startWebhookServer } from '../../../../testing/servers/webhook-server.ts';

const patient = { timeout: 30_000, interval: 25 };
const other = await startWebhookServer();
afterAll(() => other.close());

describe.each(engines)('users of messengers who ask for a person, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_ALLOW_PRIVATE_HOSTS: new URL(other.url).host } });
  beforeEach(() => other.answers((_request, response) => void response.writeHead(204).end()));

  const makeDesk = async (handover?: object) => {
    const owner = await parley.person({ plan: 'business' });
    const client = await owner.client();
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    const settings = { url: other.url, ...(handover !== undefined && { handover }) };
    const channel = await client.channels.create(agent, { type: 'webhook', settings });
    return { owner, workspace: owner.workspace, client, agent, channel };
  };
  type Desk = Awaited<ReturnType<typeof makeDesk>>;
  const say = async ({ channel: { _id: channel, secret } }: { channel: NewChannel }, text: string, id?: string) => {
    const body = { type: 'message', user: { id: 'ada' }, text };
    const draft = id === undefined ? {} : { id };
    expect((await sendEvent(parley.url, { channel, secret: secret ?? '', body }, draft)).status).toBe(200);
    await vi.waitFor(async () => expect(await pending(channel)).toEqual([]), patient);
  };
  const pending = (channel: string) =>
    parley.db.read(
      parley.db.query
        .selectFrom('channel_events')
        .select('id')
        .where('channel_id', '=', channel)
        .where('state', '=', 'pending'),
    );
  const read = async (client: Parley, channel: string) => {
    const [conversation] = (await client.conversations.list({ channelId: channel })).items;
    const { items } = await client.messages.list(conversation?._id ?? '', { sort: 'createdAt' });
    return { conversation, texts: items.map(({ role, content }) => `${role}: ${content}`) };
  };
  const handovers = async (client: Parley, id: string) =>
    (await client.conversations.entries(id)).items.filter(({ type }) => type === 'handed_over');
  /** Waits until the channel has got some texts of the service. */
  const delivered = (channel: string, count: number) =>
    vi.waitFor(() => {
      const texts = other.delivered.flatMap(({ body }) =>
        body.data['channel'] === channel ? [body.data['text']] : [],
      );
      expect(texts).toHaveLength(count);
      return texts;
    }, patient);
  const answered = async ({ client, channel }: Desk, messages: number) =>
    vi.waitFor(async () => {
      const found = await read(client, channel._id);
      expect(found.conversation).toMatchObject({ messageCount: messages, lastMessage: { role: 'assistant' } });
      return found;
    }, patient);

  test('get one of the team of the channel by a word; the agent is silent, and says once what happens', async () => {
    const desk = await makeDesk();
    const { client, channel, workspace, owner } = desk;
    const members = [{ user: owner.user.id }];
    const team = await client.teams.create({ name: 'Orders', workspaceId: workspace, members });
    await client.channels.update(channel._id, { settings: { handover: { offered: true, team: team._id } } });
    await say(desk, 'Wo ist meine Bestellung?');
    await delivered(channel._id, 1);
    await say(desk, ' MENSCH!! ', 'event-1');
    await say(desk, ' MENSCH!! ', 'event-1');
    await say(desk, 'Mensch');
    const { conversation, texts } = await read(client, channel._id);
    const told = 'Ein Mensch antwortet Ihnen hier so bald wie möglich.';
    expect(texts.slice(2)).toEqual(['user: MENSCH!!', `assistant: ${told}`, 'user: Mensch']);
    expect(await delivered(channel._id, 2)).toContain(told);
    expect(conversation).toMatchObject({ status: 'human', team: team._id, waitingSince: expect.any(String) });
    const found = await handovers(client, conversation?._id ?? '');
    expect(found).toMatchObject([{ data: { reason: 'visitor_asked' }, actor: { kind: 'channel', id: channel._id } }]);
  });

  test('are told again after the agent got the conversation back, and never if the channel offers none', async () => {
    const desk = await makeDesk({ offered: true, words: ['hilfe'] });
    const { client, channel } = desk;
    await say(desk, '/person');
    const { conversation } = await read(client, channel._id);
    const id = conversation?._id ?? '';
    expect(conversation?.status).toBe('human');
    await client.conversations.release(id);
    await say(desk, 'Hilfé?');
    expect(await handovers(client, id)).toHaveLength(2);
    await client.conversations.release(id);
    await say(desk, 'person');
    await answered(desk, 6);
    await client.channels.update(channel._id, { settings: { handover: { offered: false } } });
    await say(desk, '/person');
    expect((await answered(desk, 8)).conversation?.status).toBe('open');
  });

  test('read the away text, the time of the opening, or the usual time of answers', async () => {
    const desk = await makeDesk({ offered: true, awayText: 'Closed today.' });
    const { client, channel, owner, workspace } = desk;
    const session = await owner.session();
    await session.workspaces.hours.set(workspace, { timeZone: 'UTC', days: {} });
    await say(desk, 'human');
    expect((await read(client, channel._id)).texts.at(-1)).toBe('assistant: Closed today.');
    expect(await client.channels.handover(channel._id)).toMatchObject({ offered: true, awayText: 'Closed today.' });
  });

  test('are heard if the agent is inactive, or the team was deleted', async () => {
    const desk = await makeDesk();
    const { client, channel, workspace, agent, owner } = desk;
    const members = [{ user: owner.user.id }];
    const team = await client.teams.create({ name: 'Orders', workspaceId: workspace, members });
    await client.channels.update(channel._id, { settings: { handover: { offered: true, team: team._id } } });
    await client.teams.delete(team._id);
    await client.agents.update(agent, { status: 'inactive' });
    await say(desk, 'person');
    const { conversation, texts } = await read(client, channel._id);
    expect(conversation).toMatchObject({ status: 'human', team: null });
    expect(texts.at(-1)).toBe('assistant: A person will answer here as soon as possible.');
  });

  test('400: words that are too many, too long, or no words', async () => {
    const { client, channel } = await makeDesk();
    const wrong = (path: string) => ({ status: 400, code: 'validation_failed', details: [{ path }] });
    const change = (words: readonly string[]) =>
      client.channels.update(channel._id, { settings: { handover: { offered: true, words } } });
    await expect(change(['?!'])).rejects.toMatchObject(wrong('settings.handover.words.0'));
    await expect(change(['a'.repeat(51)])).rejects.toMatchObject(wrong('settings.handover.words.0'));
    const many = Array.from({ length: 21 }, (_, index) => `word ${index}`);
    await expect(change(many)).rejects.toMatchObject(wrong('settings.handover.words'));
  });
});
