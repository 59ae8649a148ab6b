// @module-tag sql

import type { Message, MessageDelivery, Parley } from '@parley/sdk';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { between, createRandom } from '../../src/random.ts';
import type { Engine } from '../../src/storage/database.ts';
import { engines } from '../databases/engines.ts';
import { update } from '../messengers/telegram-updates.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { freePort } from '../processes/programs.ts';
import { announceSeed, runs } from '../processes/runs.ts';
import { begin, ending, piece, startFakeProvider } from '../servers/fake-provider.ts';
import { behind, type Fault } from '../servers/platform-server.ts';
import { startTelegramServer } from '../servers/telegram-server.ts';
import { makeInstallation } from './installation.ts';

const kills = runs(2, 'PARLEY_TEST_MESSENGER_KILLS', 5);

/**
 * The work under way at a kill: an event is stored, its model is asked, its reply is written, its reply is sent and has
 * no effect yet (`stuck`), or has one whose answer is lost (`silent`).
 */
const moments = ['received', 'asked', 'replying', 'stuck', 'silent'] as const;

type Moment = (typeof moments)[number];

/** Users who write before each kill. */
const users = 3;

/** Max time until all is answered, in ms. On PostgreSQL the leases of a dead process end first, also those of retries. */
const finished = 2 * takenOver;

/** Long enough for a lease of a dead process to end on a busy machine. */
const patient = { timeout: takenOver, interval: 10 };
const publicUrl = 'https://parley.example.com';
const apology = 'Sorry, a person will answer.';
const unreadable = 'Only text, please.';
const seed = announceSeed('testing/crash/messengers');

const provider = await startFakeProvider({ remembers: false });
afterAll(provider.close);

/** Updates of one message, their sender, and the possible texts of its only reply. */
interface Sent {
  readonly user: number;
  readonly updates: readonly object[];
  readonly answer: string;
}

describe.concurrent.each(engines)('a server on %s that is killed while a messenger is used', (engine) => {
  test(`shows each event one reply, or one that is marked as unknown, after ${kills} kills`, {
    timeout: 180_000 + kills * 60_000 + finished,
  }, async () => {
    const random = createRandom(seed);
    const world = await makeWorld(engine);
    const sent: Sent[] = [];
    const stickers: Sent[] = [];
    const albums: Sent[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      const events = Array.from({ length: users }, (_, index) => makeEvent(kill * 10 + index));
      sent.push(...events);
      // A message that isn't text gets an apology in place of a reply: once, too.
      const sticker = makeSticker(kill * 10 + users);
      stickers.push(sticker);
      // The parts of an album come one by one, so a kill can divide them.
      const album = makeAlbum(kill * 10 + users + 1);
      albums.push(album);
      // The seed chooses where a run with few kills begins.
      const moment = moments[(seed + kill) % moments.length] ?? 'received';
      await world.killAt(moment, [...events, sticker, album], between(random, 0, 20));
      await world.repeat([...events, sticker, album]);
    }
    const outcomes = await settled(world.client(), world.channel, sent);
    for (const [event, outcome] of outcomes) expectOne(event, outcome, world.seenBy(event));
    // Otherwise the kills came too early or too late to prove anything.
    if (kills >= moments.length) {
      expect([...outcomes.values()].some(({ states }) => states.includes('unknown'))).toBe(true);
      expect([...outcomes.values()].some(({ replies }) => replies.length > 1)).toBe(true);
    }
    await world.expectQuiet(sent.slice(-5), stickers.slice(-2));
    for (const sticker of stickers) expect([[], [unreadable]]).toContainEqual(world.seenBy(sticker));
    for (const album of albums) await expectWhole(world.client(), world.channel, album, world.seenBy);
    await world.close();
  });
});

/** Expects that a user sees one reply, or none that the service marks as unknown: never two, and never lost. */
function expectOne({ user, answer }: Sent, { states }: Outcome, seen: readonly string[]): void {
  expect([[], [answer], [apology]], `what ${user} sees`).toContainEqual(seen);
  if (seen.length === 0) expect(states, `what is told of ${user}`).toContain('unknown');
}

/**
 * Expects that each picture of an album is stored once, and that its caption has one reply, or one that is marked as
 * unknown. A part that comes long after the others, because the server was killed between them, is a message of its own.
 */
async function expectWhole(client: Parley, channelId: string, album: Sent, seenBy: (sent: Sent) => readonly string[]) {
  const { user, answer, updates } = album;
  const look = async () => {
    const { items } = await client.conversations.list({ channelId, userId: String(user) });
    expect(items).toMatchObject([{ turn: null }]);
    const id = items[0]?._id ?? '';
    const messages = (await client.messages.list(id, { sort: 'createdAt' })).items;
    const stored = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(stored.join('\n').match(/\[Photo/g), `pictures of ${user}`).toHaveLength(updates.length);
    const states = (await client.conversations.deliveries(id)).items.map(({ state }) => state);
    expect(states).not.toContain('queued');
    const answers = seenBy(album).filter((text) => text !== unreadable && text !== apology);
    expect(answers.length, `answers to ${user}`).toBeLessThanOrEqual(1);
    if (answers.length === 1) expect(answers[0]).toContain(answer);
    else expect([...states, ...seenBy(album)].some((each) => each === 'unknown' || each === apology)).toBe(true);
  };
  await vi.waitFor(look, { timeout: finished, interval: 500 });
}

/** A server with a bot and a model, and the faults of each. */
async function makeWorld(engine: Engine) {
  const installation = await makeInstallation(engine);
  const port = String(await freePort());
  const telegram = await startTelegramServer(behind(publicUrl, () => `http://127.0.0.1:${port}`));
  const model = makeModel(`messengers-${engine}`);
  const settings = { ...provider.environment, ...telegram.environment, PUBLIC_URL: publicUrl, PORT: port };
  const env = { ...installation.env, ...settings };
  const start = () => startServer(installation.dataDir, { env });
  let server = await start();
  const client = () => installation.client(server.url);
  const bot = telegram.addBot();
  const { _id: agent } = await client().agents.create({ name: 'Fake', model: `fake/${model.name}` });
  const draft = { type: 'telegram', settings: { botToken: bot.token, apology, unreadable } } as const;
  const { _id: channel } = await client().channels.create(agent, draft);
  await vi.waitFor(() => expect(telegram.webhookOf(bot)).toBeDefined(), patient);
  return {
    ...{ client, channel },
    seenBy: ({ user }: Sent) => telegram.in(user).map(({ text }) => text),
    /** Delivers events twice, kills the server at a moment, and starts it again. */
    killAt: async (moment: Moment, events: readonly Sent[], afterMs: number) => {
      const met = telegram.met.length;
      const isSending = moment === 'stuck' || moment === 'silent';
      model.hold(moment);
      if (isSending) telegram.fails('sendMessage', ...Array<Fault>(events.length).fill(moment));
      const updates = events.flatMap((event) => event.updates);
      const first = updates.flatMap((each) => [0, 1].map(() => telegram.deliver(bot, each)));
      expect((await Promise.all(first)).flat()).toContain(200);
      if (isSending) await vi.waitFor(() => expect(telegram.met.length).toBeGreaterThan(met), patient);
      else await model.sees(moment);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await server.kill();
      model.release();
      telegram.heal();
      server = await start();
    },
    /** Delivers events twice more. */
    repeat: async (events: readonly Sent[]) => {
      for (const each of events.flatMap(({ updates }) => updates)) {
        const again = await telegram.deliver(bot, each, { times: 2, attempts: 20 });
        expect(again.filter((status) => status === 200)).toHaveLength(2);
      }
    },
    /**
     * Expects that settled events change nothing when they are delivered again. The answer to a sticker may still be on
     * its way.
     */
    expectQuiet: async (events: readonly Sent[], stickers: readonly Sent[]) => {
      const shown = () => events.map(({ user }) => telegram.in(user).length);
      const before = shown();
      const marker = makeEvent(9);
      for (const { updates } of [...events, ...stickers, marker])
        for (const each of updates) expect(await telegram.deliver(bot, each)).toEqual([200]);
      await vi.waitFor(() => expect(telegram.in(marker.user)).toHaveLength(1), { timeout: finished, interval: 100 });
      expect(shown()).toEqual(before);
    },
    close: async () => {
      expect(await server.stop()).toBe(0);
      expect(await installation.inspect()).toEqual([]);
      await telegram.close();
      await installation.close();
    },
  };
}

/** A message of a user of its own. */
function makeEvent(number: number): Sent {
  const user = 1_000_000 + number;
  const text = `Question ${number}`;
  const from = { id: user, is_bot: false, first_name: `User ${number}` };
  const sent = update({ text, from, chat: { id: user, type: 'private', first_name: from.first_name } });
  return { user, updates: [sent], answer: `Answer to ${text}` };
}

/** A sticker of a user of its own. */
function makeSticker(number: number): Sent {
  const user = 1_000_000 + number;
  const from = { id: user, is_bot: false, first_name: `User ${number}` };
  const chat = { id: user, type: 'private', first_name: from.first_name };
  const sticker = { file_id: 'sticker', file_unique_id: 'sticker', type: 'regular', width: 512, height: 512 };
  return { user, updates: [update({ sticker, from, chat })], answer: unreadable };
}

/** Three pictures of a user of its own, the caption with the second. */
function makeAlbum(number: number): Sent {
  const user = 1_000_000 + number;
  const from = { id: user, is_bot: false, first_name: `User ${number}` };
  const chat = { id: user, type: 'private', first_name: from.first_name };
  const text = `Question ${number}`;
  const updates = [{}, { caption: text }, {}].map((more, index) =>
    update({ photo: [{ file_id: `photo${index}` }], media_group_id: `album${number}`, from, chat, ...more }),
  );
  return { user, updates, answer: `Answer to ${text}` };
}

/** A model that can be held. */
function makeModel(name: string) {
  let held: Moment | undefined;
  let seen = new Set<string>();
  provider.play(name, (response, { messages }) => {
    begin(response).flushHeaders();
    if (held === 'replying') response.write(piece('Answer'));
    seen.add('asked').add('replying');
    if (held === 'asked' || held === 'replying') return;
    response.end(piece(`Answer to ${messages.at(-1)?.content}`) + ending());
  });
  return {
    name,
    hold: (moment: Moment) => {
      held = moment;
      seen = new Set(['received']);
    },
    release: () => {
      held = undefined;
    },
    sees: (moment: string) => vi.waitFor(() => expect([...seen]).toContain(moment), patient),
  };
}

/** Outcome of an event: the replies to its one message, and their delivery states. */
interface Outcome {
  readonly replies: readonly Message[];
  readonly states: readonly MessageDelivery['state'][];
}

/** Waits until each event is one message whose replies have ended and are queued no more; returns the outcomes. */
function settled(client: Parley, channelId: string, sent: readonly Sent[]): Promise<ReadonlyMap<Sent, Outcome>> {
  const look = async () => {
    const outcomes = new Map<Sent, Outcome>();
    for (const event of sent) {
      const { items } = await client.conversations.list({ channelId, userId: String(event.user) });
      expect(items).toMatchObject([{ turn: null }]);
      const id = items[0]?._id ?? '';
      const messages = (await client.messages.list(id, { sort: 'createdAt' })).items;
      const replies = messages.filter(({ role }) => role === 'assistant');
      expect(messages.length - replies.length, 'messages of a user').toBe(1);
      const deliveries = (await client.conversations.deliveries(id)).items;
      const states = deliveries.map(({ state }) => state);
      expect(states, 'deliveries').toHaveLength(1);
      expect(states).not.toContain('queued');
      outcomes.set(event, { replies, states });
    }
    return outcomes;
  };
  return vi.waitFor(look, { timeout: finished, interval: 500 });
}
