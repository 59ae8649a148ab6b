// @module-tag sql
import type { NewChannel, Parley } from '@parley/sdk';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { service } from '../../../../testing/harness.ts';
import { loggedEvents } from '../../../../testing/logged-events.ts';
import { sendEvent, startWebhookServer } from '../../../../testing/servers/webhook-server.ts';

const patient = { timeout: 30_000, interval: 25 };
const hour = 60 * 60 * 1000;
const other = await startWebhookServer();
afterAll(() => other.close());

const question = 'How satisfied are you with this conversation?';
const how = 'Reply with a number from 1 (very dissatisfied) to 5 (very satisfied).';
const thanks = 'Thank you for your rating!';

describe.each(engines)('users of messengers who are asked how satisfied they are, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_ALLOW_PRIVATE_HOSTS: new URL(other.url).host } });
  beforeEach(() => other.answers((_request, response) => void response.writeHead(204).end()));
  let ahead = 0;
  const advance = (milliseconds: number) => {
    ahead += milliseconds;
    parley.advance(milliseconds);
  };

  const makeDesk = async (satisfaction: object = { asked: true }) => {
    const owner = await parley.person({ plan: 'business' });
    const client = await owner.client();
    const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
    const settings = { url: other.url, satisfaction };
    const channel = await client.channels.create(agent, { type: 'webhook', settings });
    return { owner, client, channel, agent };
  };
  type Desk = Awaited<ReturnType<typeof makeDesk>>;

  const eventsOf = (channel: string) =>
    parley.db.read(
      parley.db.query.selectFrom('channel_events').select(['state', 'payload']).where('channel_id', '=', channel),
    );
  const say = async ({ channel: { _id: channel, secret } }: { channel: NewChannel }, text: string, id?: string) => {
    const body = { type: 'message', user: { id: 'ada' }, text };
    const draft = { late: -ahead, ...(id !== undefined && { id }) };
    expect((await sendEvent(parley.url, { channel, secret: secret ?? '', body }, draft)).status).toBe(200);
    const pending = async () => (await eventsOf(channel)).filter(({ state }) => state === 'pending');
    await vi.waitFor(async () => expect(await pending()).toEqual([]), patient);
  };
  /** Waits until the channel has got these texts of the service. */
  const gets = ({ channel }: Desk, texts: readonly string[]) =>
    vi.waitFor(() => {
      const got = other.delivered.flatMap(({ body: { data } }) =>
        data['channel'] === channel._id ? [data['text']] : [],
      );
      expect(got).toEqual(texts);
    }, patient);
  const jobsOf = ({ owner }: Desk) =>
    parley.db.read(
      parley.db.query
        .selectFrom('jobs')
        .select(['kind', 'state'])
        .where('workspace_id', '=', owner.workspace)
        .where('kind', 'in', ['channels.ask', 'channels.thank']),
    );
  const isQuiet = (desk: Desk) => vi.waitFor(async () => expect(await jobsOf(desk)).toEqual([]), patient);
  const conversationsOf = async ({ client, channel }: Desk) =>
    (await client.conversations.list({ channelId: channel._id, sort: 'createdAt' })).items;
  const textsOf = async (client: Parley, id: string) =>
    (await client.messages.list(id, { sort: 'createdAt' })).items.map(({ role, content }) => `${role}: ${content}`);
  const ratedOf = async (client: Parley, id: string) =>
    (await client.conversations.entries(id)).items.filter(({ type }) => type === 'rated');

  /** A conversation that is closed after its reply was delivered. */
  const closed = async (desk: Desk, text = 'Where is my parcel?') => {
    await say(desk, text);
    await gets(desk, [text]);
    const [{ _id: id = '' } = {}] = await conversationsOf(desk);
    await desk.client.conversations.close(id);
    return id;
  };

  test('are asked once, and answer with a number: it is no message, and the conversation stays closed', async () => {
    const desk = await makeDesk();
    const { client, channel } = desk;
    const id = await closed(desk);
    await gets(desk, ['Where is my parcel?', `${question}\n\n${how}`]);
    await client.conversations.close(id);
    await say(desk, '4', 'event-1');
    await say(desk, '4', 'event-1');
    await gets(desk, ['Where is my parcel?', `${question}\n\n${how}`, thanks]);
    const { status, satisfaction, messageCount } = await client.conversations.retrieve(id);
    expect([status, satisfaction?.score, messageCount]).toEqual(['closed', 4, 2]);
    expect(await ratedOf(client, id)).toMatchObject([
      { actor: { kind: 'channel', id: channel._id }, data: { score: 4, comment: null } },
    ]);
    // The second number changes the answer.
    await say(desk, '⭐⭐');
    expect((await ratedOf(client, id)).map(({ data }) => data.score)).toEqual([2]);
    const events = (await loggedEvents(parley.db, id)).filter(({ type }) => type === 'conversation.rated');
    expect(events).toHaveLength(2);
    expect(await conversationsOf(desk)).toHaveLength(1);
    expect((await eventsOf(channel._id)).every(({ payload }) => payload === '')).toBe(true);
  });

  test('write on as always if it is no number, and a number behind it is a message, too', async () => {
    const desk = await makeDesk({ asked: true, question: 'Happy?' });
    const { client } = desk;
    const id = await closed(desk);
    await gets(desk, ['Where is my parcel?', `Happy?\n\n${how}`]);
    await say(desk, 'One more thing');
    await say(desk, '5');
    const [, next] = await conversationsOf(desk);
    await vi.waitFor(async () => expect(await textsOf(client, next?._id ?? '')).toContain('assistant: 5'), patient);
    expect((await client.conversations.retrieve(id)).satisfaction).toBeNull();
  });

  test('are asked again after another closing, in their language, and not while the conversation is open', async () => {
    const desk = await makeDesk();
    const { client } = desk;
    const said = 'Wo ist meine Bestellung? Ich warte schon seit einer Woche darauf.';
    const id = await closed(desk, said);
    const asked =
      'Wie zufrieden sind Sie mit dieser Unterhaltung?\n\n' +
      'Antworten Sie mit einer Zahl von 1 (sehr unzufrieden) bis 5 (sehr zufrieden).';
    await gets(desk, [said, asked]);
    await client.conversations.reopen(id);
    await say(desk, '3');
    await gets(desk, [said, asked, '3']);
    expect((await client.conversations.retrieve(id)).satisfaction).toBeNull();
    await client.conversations.close(id);
    await gets(desk, [said, asked, '3', asked]);
    await say(desk, '٥');
    await gets(desk, [said, asked, '3', asked, 'Danke für Ihre Bewertung!']);
    expect((await client.conversations.retrieve(id)).satisfaction?.score).toBe(5);
  });

  test('are not asked if the channel doesn’t, and a number after a day is a message', async () => {
    const desk = await makeDesk({ asked: false });
    await closed(desk);
    await isQuiet(desk);
    await say(desk, '5');
    expect(await conversationsOf(desk)).toHaveLength(2);
    await gets(desk, ['Where is my parcel?', '5']);

    const late = await makeDesk();
    await closed(late);
    await gets(late, ['Where is my parcel?', `${question}\n\n${how}`]);
    advance(25 * hour);
    await say(late, '5');
    expect(await conversationsOf(late)).toHaveLength(2);
  });

  test('are asked again if their platform refused the question for now, and once if it took it', async () => {
    const desk = await makeDesk();
    await say(desk, 'Hello');
    await gets(desk, ['Hello']);
    let refusals = 0;
    other.answers((_request, response) => {
      refusals += 1;
      response.writeHead(refusals === 1 ? 503 : 204).end();
    });
    const [{ _id: id = '' } = {}] = await conversationsOf(desk);
    await desk.client.conversations.close(id);
    await vi.waitFor(
      () => {
        advance(2_000);
        expect(refusals).toBe(2);
      },
      { ...patient, interval: 200 },
    );
    await isQuiet(desk);
    await say(desk, '1');
    expect((await desk.client.conversations.retrieve(id)).satisfaction?.score).toBe(1);
  });

  test('count in the statistics of the channel, and of the person who had the conversation', async () => {
    const desk = await makeDesk();
    const { client, channel, owner } = desk;
    const session = await owner.session();
    await say(desk, 'Where is my parcel?');
    await gets(desk, ['Where is my parcel?']);
    const [{ _id: id = '' } = {}] = await conversationsOf(desk);
    await session.conversations.takeOver(id);
    await session.conversations.close(id);
    await gets(desk, ['Where is my parcel?', `${question}\n\n${how}`]);
    await say(desk, '5/5');
    const alone = (await client.conversations.create(desk.agent))._id;
    await client.conversations.close(alone);
    await client.conversations.submitSatisfaction(alone, { score: 2 });
    const { satisfactionBy } = await client.conversations.statistics({ workspaceId: owner.workspace, days: 2 });
    const best = { answered: 1, average: 5, satisfied: 1 };
    expect(satisfactionBy.people).toEqual([{ user: owner.user.id, name: owner.user.name, ...best }]);
    expect(satisfactionBy.channels).toEqual([
      { channel: null, name: null, type: null, answered: 1, average: 2, satisfied: 0 },
      { channel: channel._id, name: channel.name, type: 'webhook', ...best },
    ]);
  });
});
