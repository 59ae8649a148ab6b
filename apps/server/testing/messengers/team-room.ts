import type { Parley } from '@parley/sdk';
import { expect, vi } from 'vitest';
import { newId } from '../../src/ids.ts';
import { type Play, says, type startFakeProvider } from '../servers/fake-provider.ts';
import { calls } from '../servers/fake-tools.ts';
import { behind } from '../servers/platform-server.ts';
import { startSlackServer } from '../servers/slack-server.ts';
import { startTelegramServer } from '../servers/telegram-server.ts';
import { directMessage } from './slack-events.ts';
import { update } from './telegram-updates.ts';

/** Max time that a test waits for the effects of jobs, in ms. */
export const patient = { timeout: 30_000, interval: 25 };

/** The public address of the services. */
export const publicUrl = 'https://parley.example.com';

/** A room of a platform as its members see it. People are numbers. */
export interface Room {
  readonly channel: string;
  readonly room: string;
  /** The notices in the room, in order, as one text each. */
  notices(): readonly { readonly text: string; readonly hasButtons: boolean }[];
  /** Presses a button of the notice with this number; returns the statuses. */
  press(user: number, label: string, notice?: number): Promise<readonly number[]>;
  /** Presses a button with this value below the first notice. */
  pressValue(user: number, value: string): Promise<readonly number[]>;
  /** Another room, which the bot is no member of. */
  refused(): string;
  /** The answers that only this person has seen. */
  answers(user: number): readonly string[];
  /** Writes to the bot alone. */
  direct(user: number, text: string): Promise<readonly number[]>;
  /** The bot's messages to the person alone. */
  directAnswers(user: number): readonly string[];
  /** Writes in the room, with a mention of the bot. */
  say(text: string): Promise<readonly number[]>;
  /** Writes in the thread of a notice, as an event that arrives some times. */
  reply(user: number, text: string, how?: Replying): Promise<readonly number[]>;
  /** The messages of the bot in the thread of a notice, as one text each. */
  thread(notice?: number): readonly string[];
}

/** Options of a message in a thread. */
export interface Replying {
  /** The number of the notice. */
  readonly notice?: number;
  readonly times?: number;
  /** Further fields of the message. */
  readonly more?: object;
  /** True if it answers the last message of the bot in the thread, if the platform tells that apart. */
  readonly isNearest?: boolean;
}

/** Creates a channel with a bot of its own, and its room. */
export type MakeRoom = (client: Parley, agent: string) => Promise<Room>;

/** Starts Slack, and what creates rooms there. The caller closes it. */
export async function startSlackRooms(ownUrl: () => string) {
  const slack = await startSlackServer(behind(publicUrl, ownUrl));
  let made = 0;
  const make: MakeRoom = async (client, agent) => {
    made += 1;
    const app = slack.addApp();
    const settings = { botToken: app.token, signingSecret: app.signingSecret };
    const channel = await client.channels.create(agent, { type: 'slack', settings });
    await slack.verify(app, channel.urls.inbound ?? '');
    const room = `C0TEAM0000${made}`;
    const inRoom = () => slack.posted.filter((each) => each.channel === room && each.threadTs === undefined);
    const below = (notice: number) => slack.posted.filter((each) => each.threadTs === (inRoom().at(notice)?.ts ?? ''));
    const ids = (user: number) => `U0PERSON00${user}`;
    return {
      ...{ channel: channel._id, room },
      notices: () =>
        inRoom().map(({ text, blocks }) => ({
          text: `${text}\n${JSON.stringify(blocks)}`,
          hasButtons: blocks.some(({ type }) => type === 'actions'),
        })),
      press: async (user, label, notice = -1) => {
        const message = inRoom().at(notice);
        if (message === undefined) throw new Error('There is no notice.');
        return slack.press(app, message, { label, user: ids(user) });
      },
      pressValue: async (user, value) => {
        const [message] = inRoom();
        if (message === undefined) throw new Error('There is no notice.');
        const text = { type: 'plain_text', text: 'Own' };
        const blocks = [{ type: 'actions', elements: [{ type: 'button', action_id: 'room-0', text, value }] }];
        return slack.press(app, { ...message, blocks }, { label: 'Own', user: ids(user) });
      },
      refused: () => {
        slack.refuse(`${room}X`, 'not_in_channel');
        return `${room}X`;
      },
      answers: (user) => slack.whispered.filter((each) => each.user === ids(user)).map(({ text }) => text),
      direct: (user, text) =>
        slack.deliver(app, slack.event(app, { ...directMessage(text), user: ids(user), channel: `D${ids(user)}` })),
      directAnswers: (user) => slack.posted.filter((each) => each.channel === `D${ids(user)}`).map(({ text }) => text),
      say: (text) =>
        slack.deliver(app, slack.event(app, { type: 'app_mention', channel: room, text: `<@${app.user}> ${text}` })),
      thread: (notice = -1) => below(notice).map(({ text, blocks }) => `${text}\n${JSON.stringify(blocks)}`),
      reply: async (user, text, { notice = -1, times = 1, more = {} } = {}) => {
        const thread = { channel: room, channel_type: 'channel', thread_ts: inRoom().at(notice)?.ts };
        const event = slack.event(app, { type: 'message', ...thread, user: ids(user), text, ...more });
        return (await Promise.all(Array.from({ length: times }, () => slack.deliver(app, event)))).flat();
      },
    };
  };
  return { make, type: 'slack', server: slack };
}

/** Starts Telegram, and what creates rooms there. The caller closes it. */
export async function startTelegramRooms(ownUrl: () => string) {
  const telegram = await startTelegramServer(behind(publicUrl, ownUrl));
  let made = 0;
  const make: MakeRoom = async (client, agent) => {
    made += 1;
    const bot = telegram.addBot();
    const channel = await client.channels.create(agent, { type: 'telegram', settings: { botToken: bot.token } });
    await vi.waitFor(() => expect(telegram.webhookOf(bot)?.url).toBe(channel.urls.inbound), patient);
    const room = -5_000_000 - made;
    const all = () => telegram.in(room).filter((each) => each.bot === bot.id);
    const inRoom = () => all().filter((each) => each.repliesTo === undefined);
    const below = (notice: number) => all().filter((each) => each.repliesTo === inRoom().at(notice)?.id);
    const of = (user: number) => ({ id: user, is_bot: false, first_name: 'Ada' });
    return {
      ...{ channel: channel._id, room: String(room) },
      notices: () =>
        inRoom().map(({ text, entities, buttons }) => ({
          text: `${text}\n${JSON.stringify(entities)}`,
          hasButtons: Object.keys(buttons).length > 0,
        })),
      press: async (user, label, notice = -1) => {
        const message = inRoom().at(notice);
        if (message === undefined) throw new Error('There is no notice.');
        return telegram.press(bot, message, { label, user });
      },
      pressValue: async (user, value) => {
        const [message] = inRoom();
        if (message === undefined) throw new Error('There is no notice.');
        return telegram.press(bot, { ...message, buttons: { Own: value } }, { label: 'Own', user });
      },
      refused: () => {
        telegram.refuse(room - 1_000, '403 Forbidden: bot is not a member of the supergroup chat');
        return String(room - 1_000);
      },
      answers: (user) => telegram.answered.filter((each) => each.user === user).map(({ text }) => text),
      direct: (user, text) =>
        telegram.deliver(bot, update({ text, from: of(user), chat: { id: user, type: 'private' } })),
      directAnswers: (user) => telegram.in(user).flatMap((each) => (each.bot === bot.id ? [each.text] : [])),
      say: (text) =>
        telegram.deliver(
          bot,
          update({
            ...{ text: `/ask ${text}`, entities: [{ type: 'bot_command', offset: 0, length: 4 }] },
            chat: { id: room, type: 'group', title: 'Team' },
          }),
        ),
      thread: (notice = -1) => below(notice).map(({ text }) => text),
      reply: async (user, text, { notice = -1, times = 1, more = {}, isNearest = false } = {}) => {
        const to = isNearest ? below(notice).at(-1) : inRoom().at(notice);
        const replied = { message_id: to?.id, from: { id: bot.id, is_bot: true }, text: to?.text };
        const chat = { id: room, type: 'group', title: 'Team' };
        const message = update({ text, from: of(user), chat, reply_to_message: replied, ...more });
        return telegram.deliver(bot, message, { times });
      },
    };
  };
  return { make, type: 'telegram', server: telegram };
}

/** Creates an agent of a name that calls a tool with these arguments, which wait for approval. */
export async function askingAgent(
  client: Parley,
  provider: Awaited<ReturnType<typeof startFakeProvider>>,
  { given, name = 'Careful', approvers = [] }: { given: object; name?: string; approvers?: string[] },
) {
  const id = newId('tool').slice(-12);
  const plays: [Play, ...Play[]] = [calls([{ name: `refund_${id}`, arguments: JSON.stringify(given) }]), says('Done.')];
  provider.play(`rooms-${id}`, ...plays);
  const tool = await client.tools.create({
    ...{ type: 'client', name: `refund_${id}`, description: 'Refunds.', approvers },
    inputSchema: { type: 'object' },
  });
  const tools = [{ id: tool._id, requiresApproval: true }];
  const agent = await client.agents.create({ name, model: `fake/rooms-${id}`, tools });
  return {
    agent: agent._id,
    /** Has it called once; returns the ID of the call. */
    ask: async (): Promise<string> => {
      const { conversation } = await client.agents.chat(agent._id, { content: 'Go' });
      const [call] = (await client.toolCalls.list({ conversationId: conversation._id })).items;
      return call?._id ?? '';
    },
  };
}
