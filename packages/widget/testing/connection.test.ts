import { describe, expect, it } from 'vitest';
import { hasBrowser, photograph } from './browser.ts';
import type { FakeConversation } from './fake-conversation.ts';
import { channel, place } from './place.ts';

describe.skipIf(!hasBrowser)('the chat on a bad connection', () => {
  const t = place();
  const goTo = async () => {
    await t.page.goto(`${t.fake.url}/chat/${channel}`);
    return t.page.mainFrame();
  };
  const newest = (): FakeConversation => {
    const [conversation] = [...t.fake.conversations.values()].slice(-1);
    if (conversation === undefined) throw new Error('There is no conversation.');
    return conversation;
  };

  it('goes on where it was if the server restarts while a reply is written', async () => {
    t.fake.onMessage = (conversation, reply) => conversation.grow(reply, 'First, ');
    const frame = await goTo();
    await t.say(frame, 'Tell me');
    await frame.getByText('First,').waitFor();
    await t.fake.stop();
    const conversation = newest();
    const reply = conversation.messages.at(-1);
    if (reply === undefined) throw new Error('There is no reply.');
    conversation.grow(reply, 'second, ');
    await frame.getByText('Connection lost. Reconnecting…').waitFor();
    await photograph(t.page, 'reconnecting');
    await frame.getByRole('textbox').fill('A draft');
    await t.fake.start();
    await frame.getByText('First, second,').waitFor();
    await frame.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' });
    conversation.grow(reply, 'third.');
    conversation.end(reply, 'message.completed', { status: 'complete' });
    await frame.getByText('First, second, third.', { exact: true }).first().waitFor();
    expect(await frame.getByRole('textbox').inputValue()).toBe('A draft');
    expect(await frame.locator('.reply').count()).toBe(1);
  });

  it('sends a message once, although its answer is lost', async () => {
    const frame = await goTo();
    await frame.getByRole('textbox').waitFor();
    let losses = 0;
    await t.page.route('**/api/agents/*/chat', async (route) => {
      losses += 1;
      if (losses > 2) return route.continue();
      // The service has it; the browser doesn't know.
      const request = route.request();
      const { accept: _, ...headers } = await request.allHeaders();
      const controller = new AbortController();
      await fetch(request.url(), { method: 'POST', headers, body: request.postData(), signal: controller.signal });
      controller.abort();
      await route.abort('connectionreset');
    });
    await t.say(frame, 'Only once');
    await frame.getByText('You said: Only once').first().waitFor();
    expect(losses).toBe(3);
    expect(newest().messages.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(await frame.locator('.own').count()).toBe(1);
  });

  it('sends what was written before a reload', async () => {
    const frame = await goTo();
    await t.page.route('**/api/agents/*/chat', (route) => route.abort('connectionreset'));
    await t.say(frame, 'Lost?');
    await frame.getByText('Connection lost. Reconnecting…').waitFor();
    await t.page.unroute('**/api/agents/*/chat');
    await t.page.reload();
    await frame.getByText('You said: Lost?').first().waitFor();
    expect(await frame.locator('.own').count()).toBe(1);
  });

  it('ends its stream while the page is hidden for long, and looks for messages now and then for an hour', async () => {
    await t.page.clock.install();
    const frame = await goTo();
    const turn = (visibility: 'hidden' | 'visible') =>
      t.page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
        document.dispatchEvent(new Event('visibilitychange'));
      }, visibility);
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    const conversation = newest();
    await expect.poll(conversation.readers).toBe(1);
    await turn('hidden');
    await t.page.clock.fastForward(20_000);
    await turn('visible');
    await turn('hidden');
    await t.page.clock.fastForward(15_000);
    conversation.add({ role: 'human', content: 'Seen in time' });
    await frame.getByText('Seen in time').first().waitFor();
    expect(conversation.readers()).toBe(1);
    await t.page.clock.fastForward(16_000);
    await expect.poll(conversation.readers).toBe(0);
    conversation.add({ role: 'human', content: 'Are you there?' });
    await t.page.clock.fastForward(60_000);
    await expect.poll(() => t.page.title()).toMatch(/^\(2\) /);
    const looks = () => t.fake.requests.filter((what) => what === 'GET /api/conversations/conv/messages').length;
    const before = looks();
    await t.page.clock.fastForward(60_000);
    // The latest message is a known one, so no page is read.
    await expect.poll(looks).toBe(before + 1);
    for (let hours = 0; hours < 3; hours += 1) await t.page.clock.fastForward(3_600_000);
    expect(conversation.readers()).toBe(0);
    await turn('visible');
    await frame.getByText('Are you there?').first().waitFor();
    await expect.poll(conversation.readers).toBe(1);
    // At most one more, the hour before it was over, and the page at the end.
    await expect.poll(looks).toBeGreaterThan(before + 1);
    expect(looks()).toBeLessThanOrEqual(before + 3);
    expect(await frame.getByText('Connection lost. Reconnecting…').count()).toBe(0);
  });

  it('waits for the network', async () => {
    const frame = await goTo();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    await t.browser.context.setOffline(true);
    await frame.getByText('You are offline.').waitFor();
    await t.say(frame, 'From the train');
    await photograph(t.page, 'offline');
    await t.browser.context.setOffline(false);
    await frame.getByText('You said: From the train').first().waitFor();
    await frame.getByText('You are offline.').waitFor({ state: 'detached' });
  });

  it('shows on a slow network what was sent, and opens once there is an answer', async () => {
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    const frame = await goTo();
    await frame.getByRole('textbox').waitFor();
    await t.page.route('**/api/agents/*/chat', async (route) => {
      await held;
      await route.continue();
    });
    await t.say(frame, 'Slowly');
    await frame.getByText('Sending…').waitFor();
    await frame.getByText('Slowly').first().waitFor();
    await t.say(frame, 'Not yet');
    await photograph(t.page, 'slow');
    letThrough();
    await frame.getByText('You said: Slowly').first().waitFor();
    expect(await frame.getByRole('textbox').inputValue()).toBe('Not yet');
    await frame.getByRole('textbox').press('Enter');
    await frame.getByText('You said: Not yet').first().waitFor();
  });

  it('tries again by itself if the service is not there at first', async () => {
    let attempts = 0;
    t.fake.refuse = (what) => {
      attempts += what.endsWith('/visitors') ? 1 : 0;
      return attempts < 3 ? { status: 503, code: 'unavailable' } : undefined;
    };
    const frame = await goTo();
    await frame.getByRole('heading', { name: 'No connection' }).waitFor();
    await photograph(t.page, 'unreachable');
    await t.say(frame, 'There you are');
    await frame.getByText('You said: There you are').first().waitFor();
  });

  it('keeps in one tab what another one has kept since', async () => {
    const frame = await goTo();
    await frame.getByRole('textbox').waitFor();
    const other = await t.browser.context.newPage();
    await other.goto(`${t.fake.url}/chat/${channel}`);
    await other.getByRole('textbox').waitFor();
    await t.say(frame, 'From the first tab');
    await frame.getByText('You said: From the first tab').first().waitFor();
    await other.getByRole('textbox').fill('A draft of the second');
    const kept = () => other.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(kept).toContain('A draft of the second');
    expect(await kept()).toContain(newest().conversation._id);
    await other.reload();
    await other.getByText('You said: From the first tab').first().waitFor();
    await other.close();
  });

  it('works without storage', async () => {
    await t.page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      }
    });
    const frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    await frame.getByRole('button', { name: 'Close chat' }).click();
    await t.page.getByRole('button', { name: 'Open chat' }).click();
    await frame.getByText('You said: Hello').first().waitFor();
  });
});
