import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { migratedDatabase } from '../../../testing/databases/temp-postgres.ts';
import { awayFromMidnight } from '../../../testing/fixtures/days.ts';
import { type Service, service, startService } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { everyRow } from '../../../testing/memory/left-behind.ts';
import { directMessage, files, oddBodies, otherEvents } from '../../../testing/messengers/slack-events.ts';
import { behind } from '../../../testing/servers/platform-server.ts';
import { type App, type EventSending, startSlackServer } from '../../../testing/servers/slack-server.ts';

const patient = { timeout: 30_000, interval: 25 };
const publicUrl = 'https://parley.example.com';
let ownUrl = '';
const slack = await startSlackServer(behind(publicUrl, () => ownUrl));
const environment = { ...slack.environment, PUBLIC_URL: publicUrl };
afterAll(slack.close);

interface Made {
  readonly client: Parley;
  readonly app: App;
  readonly channel: NewChannel;
  /** Sends an event to the channel. */
  say(event: object, sending?: EventSending): Promise<number[]>;
  /** Messages that the app's users see. */
  shown(): string[];
}

/** A channel with an app of its own, whose address Slack has verified immediately. */
async function makeChannel({ client, agent }: { client: Parley; agent: string }, settings: object = {}): Promise<Made> {
  const app = slack.addApp();
  const given = { botToken: app.token, signingSecret: app.signingSecret, ...settings };
  const channel = await client.channels.create(agent, { type: 'slack', settings: given });
  await slack.verify(app, channel.urls.inbound ?? '');
  return {
    ...{ client, app, channel },
    say: (event, sending) => slack.deliver(app, slack.event(app, event), sending),
    shown: () => slack.posted.filter(({ user }) => user === app.user).map(({ text }) => text),
  };
}

const prepare = async (parley: Service) => {
  ownUrl = parley.url;
  awayFromMidnight(parley);
  const client = await (await parley.person()).client();
  const { _id: agent } = await client.agents.create({ name: 'Echo', model: 'builtin/echo' });
  return { client, agent };
};

const answered = ({ shown }: Made, texts: readonly string[]) =>
  vi.waitFor(() => expect(shown()).toEqual(texts), patient);
const conversationsOf = async ({ client, channel }: Made) =>
  (await client.conversations.list({ channelId: channel._id, sort: 'createdAt' })).items;

describe.each(anyEngine)('a channel with Slack, on %s', (engine) => {
  const parley = service(engine, { environment });
  let prepared: Awaited<ReturnType<typeof prepare>>;
  beforeAll(async () => {
    prepared = await prepare(parley);
  });
  const make = (settings: object = {}) => makeChannel(prepared, settings);
  const channelOf = ({ client, channel }: Made) => client.channels.retrieve(channel._id);
  const rowsOf = async (table: string, { channel }: Made) =>
    (await everyRow(parley.db)).filter((row) => row.table === table && row.text.includes(channel._id));
  const outboxOf = ({ channel }: Made) =>
    parley.db.read(
      parley.db.query
        .selectFrom('channel_outbox')
        .select(['state', 'error', 'error_code as code', 'attempts'])
        .where('channel_id', '=', channel._id)
        .orderBy('created_at')
        .orderBy('id'),
    );
  const settled = (made: Made, states: readonly string[]) =>
    vi.waitFor(async () => {
      const found = await outboxOf(made);
      expect(found.map(({ state }) => state)).toEqual(states);
      return found;
    }, patient);

  test('answers a direct message there, and without links that unfold', async () => {
    const made = await make();
    expect(await made.say(directMessage('Where is my order?'))).toEqual([200]);
    await answered(made, ['Where is my order?']);
    expect(slack.posted.at(-1)).toMatchObject({
      ...{ channel: 'D0ADA00001', threadTs: undefined, isFormatted: true, unfurls: false },
    });
    expect(await conversationsOf(made)).toMatchObject([{ userId: 'U0ADA00001', messageCount: 2 }]);
    await settled(made, ['sent']);
  });

  test('answers a mention in a thread of its own; the same thread is the same conversation', async () => {
    const made = await make();
    const mention = { type: 'app_mention', channel: 'C0GENERAL1' };
    const [root, later] = [slack.nextTs(), slack.nextTs()];
    await made.say({ ...mention, text: `<@${made.app.user}> one`, ts: root });
    await answered(made, ['one']);
    await made.say({ ...mention, text: `and <@${made.app.user}|assistant>  two`, ts: later, thread_ts: root });
    await made.say({ ...mention, text: `<@${made.app.user}>` });
    await vi.waitFor(() => expect(made.shown()).toHaveLength(3), patient);
    const posted = slack.posted.filter(({ user }) => user === made.app.user);
    expect(posted.map(({ threadTs }) => threadTs === root).sort()).toEqual([false, true, true]);
    expect(made.shown().sort()).toEqual(['Hello!', 'and   two', 'one']);
    expect((await conversationsOf(made)).map(({ messageCount }) => messageCount).sort()).toEqual([2, 4]);
    await made.say(directMessage('aside', { thread_ts: root }));
    await vi.waitFor(() => expect(slack.posted.at(-1)).toMatchObject({ text: 'aside', threadTs: root }), patient);
  });

  test('one message is one reply: repeated, told of as a mention and as a message, and out of order', async () => {
    const made = await make();
    const [first, second] = [slack.nextTs(), slack.nextTs()];
    const one = slack.event(made.app, directMessage('One', { ts: first }));
    const two = slack.event(made.app, directMessage('Two', { ts: second }));
    const statuses = await Promise.all([1, 2, 3].map(() => slack.deliver(made.app, two)));
    expect(statuses.flat()).toEqual([200, 200, 200]);
    await answered(made, ['Two']);
    const again = slack.event(made.app, { type: 'app_mention', text: 'Two', channel: 'D0ADA00001', ts: second });
    for (const body of [one, two, again, one]) {
      const headers = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' };
      expect(await slack.deliver(made.app, body, { headers })).toEqual([200]);
    }
    await answered(made, ['Two', 'One']);
    expect(await rowsOf('channel_events', made)).toHaveLength(2);
  });

  test('offers quick replies as buttons: a choice is one message, whatever is pressed how often, and takes them away', async () => {
    const made = await make();
    const fence = ['```quick-replies', 'Small & red', 'Large', '```'].join('\n');
    await made.say(directMessage(`Which *size*?\n${fence.replaceAll('&', '&amp;')}`));
    await vi.waitFor(() => expect(made.shown()).toHaveLength(1), patient);
    const offered = () => slack.posted.find(({ user }) => user === made.app.user);
    const message = offered();
    if (message === undefined) throw new Error('Nothing was sent.');
    expect(message.text).toContain('size');
    expect(message.blocks.map(({ type }) => type)).toEqual(['section', 'actions']);
    const labels = message.blocks[1]?.elements?.map(({ text }) => (text as { text: string }).text);
    expect(labels).toEqual(['Small & red', 'Large']);
    expect(await slack.press(made.app, message, { label: 'Small & red', times: 3 })).toEqual([200, 200, 200]);
    await vi.waitFor(() => expect(made.shown()).toHaveLength(2), patient);
    await vi.waitFor(() => expect(offered()?.blocks.map(({ type }) => type)).toEqual(['section', 'context']), patient);
    expect(offered()?.text).toBe(message.text);
    await slack.press(made.app, message, { label: 'Small & red' });
    await made.say(directMessage('Bye'));
    await vi.waitFor(() => expect(made.shown().at(-1)).toBe('Bye'), patient);
    expect(made.shown()).toHaveLength(3);
    const [conversation] = await conversationsOf(made);
    const { items } = await made.client.messages.list(conversation?._id ?? '', { sort: 'createdAt' });
    const said = items.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(said.slice(1)).toEqual(['Small & red', 'Bye']);
    const kept = parley.db.query
      .selectFrom('channel_events')
      .select('payload')
      .where('channel_id', '=', made.channel._id);
    await vi.waitFor(
      async () => expect((await parley.db.read(kept)).map(({ payload }) => payload)).toEqual(['', '', '']),
      patient,
    );
  });

  test('lists quick replies that are too long for buttons', async () => {
    const made = await make();
    const long = 'x'.repeat(76);
    await made.say(directMessage(`Which?\n\`\`\`quick-replies\n${long}\nShort\n\`\`\``));
    await vi.waitFor(() => expect(made.shown()).toHaveLength(1), patient);
    expect(slack.posted.at(-1)).toMatchObject({ blocks: [], text: expect.stringContaining(long) });
  });

  test('people’s marks are read as they see them', async () => {
    const made = await make();
    const text =
      'R&amp;D &lt;now&gt; &amp;lt; <@U0BOB00001> <@U0BOB00001|bob> <#C0GENERAL1|general> <#C0GENERAL1> <!here> ' +
      '<!subteam^S0TEAM0001|@team> <!date^1^{date}|today> <https://example.com/a|the page> <https://example.com> ' +
      '<http://example.com|example.com> <mailto:ada@example.com|ada@example.com>';
    await made.say(directMessage(text));
    await vi.waitFor(async () => expect(await conversationsOf(made)).toHaveLength(1), patient);
    const [conversation] = await conversationsOf(made);
    const { items } = await made.client.messages.list(conversation?._id ?? '', { sort: 'createdAt' });
    expect(items[0]?.content).toBe(
      'R&D <now> &lt; @U0BOB00001 @bob #general #C0GENERAL1 @here @team today the page (https://example.com/a) ' +
        'https://example.com http://example.com ada@example.com',
    );
  });

  test('files are told of once a day; a text with them is read', async () => {
    const made = await make({ unreadable: 'Words, please.' });
    for (let count = 0; count < 3; count += 1) await made.say(directMessage('', { subtype: 'file_share', files }));
    await answered(made, ['Words, please.']);
    await made.say(directMessage('What is this?', { subtype: 'file_share', files }));
    const read = 'What is this?\n[File, not read: order.pdf]';
    await answered(made, ['Words, please.', read]);
    const mention = { type: 'app_mention', text: `<@${made.app.user}>`, files };
    await made.say(mention);
    await answered(made, ['Words, please.', read, 'Words, please.']);
  });

  test('a slash command is answered where it was given, also in a channel without the app', async () => {
    const made = await make();
    slack.refuse('C0FOREIGN1', 'not_in_channel');
    const given = { channel_id: 'C0FOREIGN1', text: 'Where?' };
    expect(await slack.command(made.app, given)).toEqual({ status: 200, text: '{"response_type":"in_channel"}' });
    await answered(made, ['Where?']);
    await settled(made, ['sent']);
    await slack.command(made.app, { channel_id: 'C0GENERAL1', text: 'Late' }, 0);
    await answered(made, ['Where?', 'Late']);
    expect(slack.posted.at(-1)).toMatchObject({ channel: 'C0GENERAL1', text: 'Late' });
    expect((await conversationsOf(made)).map(({ metadata }) => metadata['thread'])).toEqual([
      'C0FOREIGN1',
      'C0GENERAL1',
    ]);
  });

  test('a pressed button is what its person says, in the thread of its message', async () => {
    const made = await make();
    const message = { ts: slack.nextTs() };
    const actions = [{ action_ts: slack.nextTs(), text: { type: 'plain_text', text: 'Yes' } }];
    const given = {
      type: 'block_actions',
      user: { id: 'U0ADA00001' },
      channel: { id: 'C0GENERAL1' },
      message,
      actions,
    };
    const body = new URLSearchParams({ payload: JSON.stringify(given) }).toString();
    const sending = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    for (let count = 0; count < 2; count += 1) expect(await slack.deliver(made.app, body, sending)).toEqual([200]);
    await answered(made, ['Yes']);
    expect(slack.posted.at(-1)).toMatchObject({ channel: 'C0GENERAL1', threadTs: message.ts });
    expect(await slack.deliver(made.app, body, { ...sending, late: 310_000 })).toEqual([401]);
    for (const odd of ['payload=%7Bno', 'payload=7', 'payload=%7B%22a%22%3A%22%5Cu0000%22%7D', 'text=%00', 'payload='])
      expect([odd, await slack.deliver(made.app, odd, sending)]).toEqual([odd, [400]]);
    expect(await slack.deliver(made.app, 'text=Hello', sending)).toEqual([200]);
    expect(await rowsOf('channel_events', made)).toHaveLength(1);
  });

  test('what isn’t for the agent, and junk, is accepted and ignored', async () => {
    const made = await make();
    const bodies = [...otherEvents.map((event) => slack.event(made.app, event)), ...oddBodies];
    for (const body of bodies) expect([body, await slack.deliver(made.app, body)]).toEqual([body, [200]]);
    await made.say(directMessage('Still here'));
    await answered(made, ['Still here']);
    expect(await rowsOf('channel_events', made)).toHaveLength(1);
  });

  test.each<[string, EventSending]>([
    ['other bytes', { instead: '{"type":"event_callback"}' }],
    ['an old time', { late: 310_000 }],
    ['a time to come', { late: -310_000 }],
    ['another time', { headers: { 'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000) - 7) } }],
    ['no signature', { headers: { 'x-slack-signature': '' } }],
    ['another version', { headers: { 'x-slack-signature': `v1=${'0'.repeat(64)}` } }],
    ['another signature', { headers: { 'x-slack-signature': `v0=${'0'.repeat(64)}` } }],
  ])('refuses %s and stores nothing', async (_what, sending) => {
    const made = await make();
    expect(await made.say(directMessage('Forged'), { ...sending, attempts: 2 })).toEqual([401, 401]);
    expect(await rowsOf('channel_events', made)).toEqual([]);
  });

  test('an address whose channel has another signing secret is not confirmed', async () => {
    const made = await make();
    const other = slack.addApp();
    await expect(slack.verify(other, made.channel.urls.inbound ?? '')).rejects.toThrow('401');
  });

  test('429 waits as told, and is no attempt', async () => {
    const made = await make();
    await vi.waitFor(async () => expect((await channelOf(made)).lastCheckedAt).not.toBeNull(), patient);
    slack.limit(2);
    const began = Date.now();
    await made.say(directMessage('Slowly'));
    await answered(made, ['Slowly']);
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_900);
    expect(await settled(made, ['sent'])).toMatchObject([{ attempts: 1, error: null }]);
  });

  test('a message too long is split at sentences, in order, in its thread', async () => {
    const made = await make();
    // The echo of what the model reads.
    await made.client.channels.update(made.channel._id, { limits: { messageLength: 20_000 } });
    const sentences = Array.from({ length: 200 }, (_, index) => `This is sentence number ${index} of a long text.`);
    const root = slack.nextTs();
    await made.say({ type: 'app_mention', text: `<@${made.app.user}> ${sentences.join(' ')}`, ts: root });
    await settled(made, ['sent']);
    const parts = slack.posted.filter(({ user }) => user === made.app.user);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map(({ text }) => text.trim()).join(' ')).toBe(sentences.join(' '));
    for (const { text, threadTs } of parts) {
      expect(text.trim()).toMatch(/^This .*\.$/);
      expect(threadTs).toBe(root);
    }
  });

  test.each([
    ['token_revoked', 'was revoked'],
    ['account_inactive', 'Install the app again'],
    ['invalid_auth', 'does not accept the bot token'],
  ])('%s puts the channel in error, once, and nothing is tried again', async (error, words) => {
    const made = await make();
    await vi.waitFor(async () => expect((await channelOf(made)).lastCheckedAt).not.toBeNull(), patient);
    slack.revoke(made.app, error);
    await made.say(directMessage('Lost'));
    expect(await settled(made, ['failed'])).toMatchObject([{ code: error, attempts: 1 }]);
    const failing = await channelOf(made);
    expect(failing).toMatchObject({ status: 'error', lastError: { code: error } });
    expect(failing.lastError?.message).toContain(words);
    expect(failing.lastError?.message).not.toContain(made.app.token);
    const told = async (type: string) =>
      (await loggedEvents(parley.db, made.channel._id)).filter((event) => event.type === type);
    await made.say(directMessage('Unheard'));
    await vi.waitFor(async () => expect(await told('channel.undeliverable')).toHaveLength(1), patient);
    expect(await told('channel.error')).toHaveLength(1);
    const renewed = slack.addApp();
    const settings = { botToken: renewed.token };
    await made.client.channels.update(made.channel._id, { settings });
    await vi.waitFor(async () => {
      expect(await channelOf(made)).toMatchObject({ status: 'active', lastError: null });
    }, patient);
  });

  test('a scope that is missing is named', async () => {
    const made = await make();
    await vi.waitFor(async () => expect((await channelOf(made)).lastCheckedAt).not.toBeNull(), patient);
    made.app.scopes.delete('chat:write');
    await made.say(directMessage('Mute'));
    expect(await settled(made, ['failed'])).toMatchObject([{ code: 'missing_scope' }]);
    expect(await channelOf(made)).toMatchObject({
      ...{ status: 'error', lastError: { message: expect.stringContaining('chat:write') } },
    });
  });

  test.each(['is_archived', 'not_in_channel', 'channel_not_found', 'msg_too_long'])(
    'after %s only that message has failed; the channel is well',
    async (error) => {
      const made = await make();
      const channel = `C0${error.replace(/_/g, '').toUpperCase()}${engine === 'sqlite' ? 1 : 2}`;
      slack.refuse(channel, error);
      await made.say({ type: 'app_mention', text: `<@${made.app.user}> hello`, channel });
      expect(await settled(made, ['failed'])).toMatchObject([{ code: error, attempts: 1 }]);
      await made.say(directMessage('Well'));
      await answered(made, ['Well']);
      expect(await channelOf(made)).toMatchObject({ status: 'active', lastError: null });
    },
  );

  test('after a lost answer it isn’t known whether the message arrived, and it isn’t sent again', async () => {
    const made = await make();
    slack.fails('chat.postMessage', 'lost');
    await made.say(directMessage('Perhaps'));
    await settled(made, ['unknown']);
    await made.say(directMessage('Certainly'));
    await settled(made, ['unknown', 'sent']);
    expect(made.shown()).toEqual(['Perhaps', 'Certainly']);
  });

  test('a failure of Slack’s own leaves it unknown, too; an outage before is tried again', async () => {
    const made = await make();
    slack.refuse('D0BROKEN01', 'fatal_error');
    await made.say(directMessage('Perhaps', { channel: 'D0BROKEN01' }));
    await settled(made, ['unknown']);
    slack.fails('chat.postMessage', 503);
    await made.say(directMessage('Again', { user: 'U0BOB00001', channel: 'D0BOB00001' }));
    await answered(made, ['Again']);
  });

  test('an event that is sent again after a restart is one message and one reply', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-slack-'));
    const database = engine === 'postgres' ? await migratedDatabase() : undefined;
    const own = { dataDir, environment: { ...environment, ...(database && { DATABASE_URL: database.url }) } };
    let running = await startService(engine, own);
    onTestFinished(async () => {
      ownUrl = parley.url;
      await running.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const made = await makeChannel(await prepare(running));
    const [first, second] = ['Before', 'After'].map((text) => slack.event(made.app, directMessage(text)));
    expect(await slack.deliver(made.app, first)).toEqual([200]);
    await answered(made, ['Before']);
    await running.close();
    expect(await slack.deliver(made.app, second, { attempts: 3 })).toEqual([0, 0, 0]);
    running = await startService(engine, own);
    ownUrl = running.url;
    for (const body of [second, first, second, first]) expect(await slack.deliver(made.app, body)).toEqual([200]);
    await answered(made, ['Before', 'After']);
  });
});
