import { NotFoundError, Parley } from '@parley/sdk';
import { describe, expect, it } from 'vitest';
import { conducted, says } from '../../../apps/server/testing/servers/fake-provider.ts';
import { hasBrowser } from './browser.ts';
import { openChat, readConversations, realPlace, signIdentity, type VisitorChat } from './real-place.ts';

/** Max time until a restarted server has answered, in ms: the last wait between two attempts is 15 s. */
const untilRestarted = { timeout: 90_000 };

/** Max duration of a test that restarts the server, in ms. */
const restarting = 300_000;

const lost = 'Connection lost. Reconnecting…';

describe.skipIf(!hasBrowser)(
  'the widget with the real server, on a page of another origin with a strict policy',
  () => {
    const t = realPlace();

    /** Pushes a call to `window.parley` of the page. */
    const push = (...call: unknown[]) =>
      t.page.evaluate((call) => {
        (globalThis as unknown as { parley: { push(call: unknown[]): void } }).parley.push(call);
      }, call);
    /** The roles and texts of the only conversation of a channel. */
    const readOnly = async (channel: Awaited<ReturnType<typeof t.addChannel>>) => {
      const [messages = [], ...others] = await readConversations(t.client, channel);
      expect(others).toEqual([]);
      return messages.map(({ role, content, status }) => [role, content, status]);
    };

    it('streams a reply, and shows the conversation again after a reload', async () => {
      const { play, begun, say, end } = conducted();
      t.provider.play('slow', play);
      const channel = await t.addChannel({ model: 'fake/slow', settings: { greeting: 'Hello!' } });
      await t.page.goto(t.host.url);
      const chat = await openChat(t.page, channel._id);
      await chat.reply('Hello!').waitFor();
      await chat.say('Where is it?');
      await begun;
      say('It is ');
      await chat.reply('It is').waitFor();
      await chat.frame.getByRole('button', { name: 'Stop' }).waitFor();
      say('**here**.');
      end();
      await chat.reply('It is here.').waitFor();
      await chat.frame.getByRole('button', { name: 'Helpful', exact: true }).waitFor();
      await t.page.reload();
      const again = await openChat(t.page, channel._id);
      await again.reply('It is here.').waitFor();
      await again.own('Where is it?').waitFor();
      expect(await readOnly(channel)).toEqual([
        ['user', 'Where is it?', 'complete'],
        ['assistant', 'It is **here**.', 'complete'],
      ]);
    });

    it('chats where the browser blocks its storage, and starts anew after a reload', async () => {
      const channel = await t.addChannel();
      // As Chromium does in private windows, for frames of another site than the page's.
      await t.page.addInitScript(() => {
        const get = () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        };
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get });
      });
      await t.page.goto(t.shop);
      const chat = await openChat(t.page, channel._id);
      await chat.say('Hello');
      await chat.reply('Hello').waitFor();
      await t.page.reload();
      const again = await openChat(t.page, channel._id);
      await again.say('Hello again');
      await again.reply('Hello again').waitFor();
      expect(await again.own('Hello').count()).toBe(0);
      expect(await readConversations(t.client, channel)).toHaveLength(2);
    });

    it('shows what a team member writes after a takeover, and gets replies again after the release', async () => {
      const channel = await t.addChannel();
      await t.page.goto(t.shop);
      const chat = await openChat(t.page, channel._id);
      await chat.say('A person, please');
      await chat.reply('A person, please').waitFor();
      const { items } = await t.client.conversations.listOfAgent(channel.agent);
      const id = items[0]?._id ?? '';
      await t.client.conversations.takeOver(id);
      await chat.frame.getByText('A person from the team is answering.').waitFor();
      await t.client.messages.send(id, { role: 'human', content: 'Ada here.' });
      await chat.reply('Ada here.').waitFor();
      await chat.say('Is it open?');
      await expect
        .poll(() => readOnly(channel), { timeout: 45_000 })
        .toContainEqual(['user', 'Is it open?', 'complete']);
      await t.client.conversations.release(id);
      await chat.frame.getByText('A person from the team is answering.').waitFor({ state: 'detached' });
      await chat.say('Thank you');
      await chat.reply('Thank you').waitFor();
      await chat.frame.getByRole('button', { name: 'Helpful', exact: true }).nth(1).waitFor();
      expect(await readOnly(channel)).toEqual([
        ['user', 'A person, please', 'complete'],
        ['assistant', 'A person, please', 'complete'],
        ['human', 'Ada here.', 'complete'],
        ['user', 'Is it open?', 'complete'],
        ['user', 'Thank you', 'complete'],
        ['assistant', 'Thank you', 'complete'],
      ]);
    });

    it('tells after SIGKILL that the reply failed, and tries it again', { timeout: restarting }, async () => {
      const { play, begun, say } = conducted();
      t.provider.play('killed', play, says('Here it is.'));
      const channel = await t.addChannel({ model: 'fake/killed' });
      await t.page.goto(t.shop);
      const chat = await openChat(t.page, channel._id);
      await chat.say('Tell me');
      await begun;
      say('Half of ');
      await chat.reply('Half of').waitFor();
      await t.server.kill();
      await chat.frame.getByText(lost).waitFor(untilRestarted);
      await t.server.restart();
      await reconnect(chat);
      await retryInterrupted(chat);
      expect(await readOnly(channel)).toEqual([
        ['user', 'Tell me', 'complete'],
        ['assistant', expect.stringMatching(/^(Half of )?$/), 'failed'],
        ['assistant', 'Here it is.', 'complete'],
      ]);
    });

    it('sends a message once, although the server is killed while it accepts it', { timeout: restarting }, async () => {
      const { play, begun } = conducted();
      t.provider.play('accepting', play, says('Here it is.'));
      const channel = await t.addChannel({ model: 'fake/accepting' });
      await t.page.goto(t.shop);
      const chat = await openChat(t.page, channel._id);
      await chat.say('Tell me');
      // The message is stored by now; whether the browser has read that is a matter of milliseconds.
      await begun;
      await t.server.kill();
      await t.server.restart();
      await reconnect(chat);
      await retryInterrupted(chat);
      expect(await readOnly(channel)).toEqual([
        ['user', 'Tell me', 'complete'],
        ['assistant', '', 'failed'],
        ['assistant', 'Here it is.', 'complete'],
      ]);
    });

    it('continues after SIGTERM, and sends what was written meanwhile once', { timeout: restarting }, async () => {
      const { play, begun, say, end } = conducted();
      t.provider.play('stopped', play, says('And this too.'));
      const channel = await t.addChannel({ model: 'fake/stopped' });
      await t.page.goto(t.shop);
      const chat = await openChat(t.page, channel._id);
      await chat.say('Tell me');
      await begun;
      say('Half of ');
      await chat.reply('Half of').waitFor();
      const stopped = t.server.stop();
      say('it.');
      end();
      await stopped;
      await t.server.restart();
      await reconnect(chat);
      await chat.reply('Half of it.').waitFor(untilRestarted);
      await chat.frame.getByRole('button', { name: 'Helpful', exact: true }).waitFor(untilRestarted);
      await t.server.stop();
      await chat.say('And now?');
      await chat.frame.getByText(lost).waitFor(untilRestarted);
      await t.server.restart();
      await reconnect(chat);
      await chat.reply('And this too.').waitFor(untilRestarted);
      await chat.frame.getByText(lost).waitFor({ state: 'detached', ...untilRestarted });
      expect(await chat.own('And now?').count()).toBe(1);
      await chat.frame.getByRole('button', { name: 'Helpful', exact: true }).nth(1).waitFor();
      expect(await readOnly(channel)).toEqual([
        ['user', 'Tell me', 'complete'],
        ['assistant', 'Half of it.', 'complete'],
        ['user', 'And now?', 'complete'],
        ['assistant', 'And this too.', 'complete'],
      ]);
    });

    it('has a conversation and a token of its own for each of two channels', async () => {
      const support = await t.addChannel();
      const sales = await t.addChannel({ attributes: 'data-label="Ask sales"' });
      await t.page.goto(t.host.url);
      const first = await openChat(t.page, support._id);
      await first.say('To support');
      await first.reply('To support').waitFor();
      const second = await openChat(t.page, sales._id, 'Ask sales');
      await second.say('To sales');
      await second.reply('To sales').waitFor();
      expect(await second.own('To support').count()).toBe(0);
      const kept = await second.frame.evaluate(
        (ids) => ids.map((id) => localStorage.getItem(`parley:${id}:visitor`) ?? '{}'),
        [support._id, sales._id],
      );
      const visitors = kept.map((text) => (JSON.parse(text) as KeptVisitor).kept);
      const [one, two] = visitors;
      if (one === undefined || two === undefined) throw new Error('A visitor is missing.');
      expect(one.visitor).not.toBe(two.visitor);
      for (const [own, other] of [
        [one, two],
        [two, one],
      ] as const) {
        const visitor = new Parley({ apiKey: own.token, baseURL: t.server.url, maxRetries: 0 });
        const { items } = await visitor.conversations.list();
        expect(items.map(({ _id }) => _id)).toEqual([own.conversation]);
        await expect(visitor.conversations.retrieve(other.conversation)).rejects.toBeInstanceOf(NotFoundError);
      }
      // The token of one channel is no pass to the other.
      const entered = await t.client.channels.createVisitor(sales._id, { token: one.token });
      expect([one.visitor, two.visitor]).not.toContain(entered.visitor.id);
    });

    it('is refused on a site that the channel doesn’t allow, and gets no token there', async () => {
      const channel = await t.addChannel({ settings: { allowedOrigins: [new URL(t.host.url).origin] } });
      await t.page.goto(t.shop);
      const errors = t.page.evaluate(
        () =>
          new Promise((done) => {
            (globalThis as unknown as { parley: { on(event: string, done: unknown): void } }).parley.on('error', done);
          }),
      );
      await t.page.getByRole('button', { name: 'Open chat' }).click();
      await t.page.getByRole('alert').getByText('The chat could not be loaded.').waitFor();
      expect(await errors).toMatchObject({ channel: channel._id, code: 'chat_not_loaded' });
      expect(t.browser.troubles.splice(0)).toEqual([expect.stringContaining('frame-ancestors')]);
      expect(t.requests).toEqual([]);
      const asked = await fetch(`${t.server.url}/api/channels/${channel._id}/visitors`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: t.shop },
        body: '{}',
      });
      expect(await asked.json()).toMatchObject({ success: false, code: 'origin_not_allowed' });
      await t.page.goto(t.host.url);
      const chat = await openChat(t.page, channel._id);
      await chat.say('Here I may');
      await chat.reply('Here I may').waitFor();
    });

    it('shows signed-in people their own conversations only, and refuses a forged identity', async () => {
      const channel = await t.addChannel();
      const secret = channel.secret ?? '';
      await t.page.goto(t.shop);
      await push('setUser', signIdentity('ada', secret));
      const chat = await openChat(t.page, channel._id);
      await chat.say('I am Ada');
      await chat.reply('I am Ada').waitFor();
      await push('setUser', signIdentity('grace', secret));
      await chat.own('I am Ada').waitFor({ state: 'detached' });
      await chat.say('I am Grace');
      await chat.reply('I am Grace').waitFor();
      expect(await chat.own('I am Ada').count()).toBe(0);
      await push('setUser', signIdentity('ada', secret));
      await chat.reply('I am Ada').waitFor();
      expect(await chat.own('I am Grace').count()).toBe(0);
      await push('setUser', signIdentity('grace', 'another secret'));
      await chat.frame.getByRole('heading', { name: 'Please sign in' }).waitFor();
      expect(await chat.frame.locator('.message').count()).toBe(0);
      expect(await chat.frame.getByRole('textbox').count()).toBe(0);
      await push('setUser', signIdentity('grace', secret));
      await chat.reply('I am Grace').waitFor();
      const { items } = await t.client.conversations.listOfAgent(channel.agent, { sort: 'createdAt' });
      expect(items.map(({ userId }) => userId)).toEqual(['ada', 'grace']);
    });

    it('says that a deleted channel doesn’t exist, and asks for nothing more', async () => {
      const channel = await t.addChannel();
      await t.page.clock.install();
      await t.page.goto(t.shop);
      const chat = await openChat(t.page, channel._id);
      await chat.say('Hello');
      await chat.reply('Hello').waitFor();
      const before = t.requests.length;
      await t.client.channels.delete(channel._id);
      await chat.frame.getByRole('heading', { name: 'This chat does not exist' }).waitFor();
      expect(await chat.frame.getByRole('textbox').count()).toBe(0);
      expect(t.requests.length - before).toBeLessThanOrEqual(4);
      const asked = t.requests.length;
      await t.page.clock.runFor('05:00');
      await t.page.getByRole('button', { name: 'Open chat' }).click();
      await t.page.getByRole('button', { name: 'Open chat' }).click();
      await t.page.clock.runFor('05:00');
      expect(t.requests.slice(asked)).toEqual([]);
    });

    it('shows a visitor the channel’s words about its limit, and keeps the message', async () => {
      const words = 'Enough for today. See you tomorrow!';
      const channel = await t.addChannel({ limits: { visitorMessagesPerDay: 1, message: words } });
      await t.page.goto(t.shop);
      const chat = await openChat(t.page, channel._id);
      const notice = chat.frame.getByRole('status').getByText(words);
      await chat.say('First');
      await chat.reply('First').waitFor();
      let sent = 'First';
      // If midnight (UTC) has passed since the last message, another one is accepted.
      for (const text of ['Second', 'Third']) {
        sent = text;
        await chat.say(text);
        await chat.reply(text).or(notice).waitFor();
        if (await notice.isVisible()) break;
      }
      await notice.waitFor();
      await chat.own(sent).waitFor();
      expect((await readOnly(channel)).map(([, content]) => content)).not.toContain(sent);
      await t.client.channels.update(channel._id, { limits: { visitorMessagesPerDay: 100 } });
      await chat.frame.getByRole('button', { name: 'Try again' }).click();
      await chat.reply(sent).waitFor();
      await notice.waitFor({ state: 'detached' });
      expect(await chat.own(sent).count()).toBe(1);
    });
  },
);

/** Data of a visitor that the chat keeps. */
interface KeptVisitor {
  readonly kept: { readonly token: string; readonly visitor: string; readonly conversation: string };
}

/**
 * Ends the wait until the next attempt, as a network that is back does. A chat reconnects by itself as well, which the
 * tests of bad connections check.
 */
const reconnect = ({ frame }: VisitorChat) => frame.evaluate(() => dispatchEvent(new Event('online')));

/** Waits until a restarted server has told that the reply was interrupted; then has it written again. */
async function retryInterrupted({ frame, own, reply }: VisitorChat): Promise<void> {
  await frame.getByText('The reply could not be completed.').waitFor(untilRestarted);
  await frame.getByText(lost).waitFor({ state: 'detached', ...untilRestarted });
  await frame.getByRole('button', { name: 'Try again' }).click();
  await reply('Here it is.').waitFor();
  await frame.getByRole('button', { name: 'Helpful', exact: true }).waitFor();
  expect(await own('Tell me').count()).toBe(1);
  expect(await frame.getByText('The reply could not be completed.').count()).toBe(0);
}
