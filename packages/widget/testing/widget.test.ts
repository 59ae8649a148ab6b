import { describe, expect, it } from 'vitest';
import { checkAccessibility } from './accessibility.ts';
import { frameOf, hasBrowser, photograph, snippet } from './browser.ts';
import { identityOf } from './fake-parley.ts';
import { channel, place } from './place.ts';

const other = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxn';

describe.skipIf(!hasBrowser)('the widget on a page of another origin with a strict policy', () => {
  const t = place();
  const launcher = () => t.page.getByRole('button', { name: 'Open chat' });
  const parley = (...call: unknown[]) =>
    t.page.evaluate((call) => {
      (globalThis as unknown as { parley: { push(call: unknown[]): void } }).parley.push(call);
    }, call);

  it('loads nothing but its script and its settings before the first click, and chats then', async () => {
    t.fake.settings = {
      greeting: 'Hello! How can I help?',
      suggestions: ['Where is my parcel?', 'What does it cost?'],
    };
    const paths: string[] = [];
    t.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await t.page.goto(t.host.url, { waitUntil: 'networkidle' });
    await launcher().waitFor();
    await expect.poll(() => paths).toEqual(['/', '/widget.js', `/chat/${channel}/launcher.js`]);
    await photograph(t.page, 'launcher');
    await checkAccessibility(t.page, 'launcher');
    await launcher().click();
    const frame = await frameOf(t.page, channel);
    await frame.getByText('Hello! How can I help?').waitFor();
    await photograph(t.page, 'greeting');
    await checkAccessibility(frame, 'greeting');
    await frame.getByRole('button', { name: 'Where is my parcel?' }).click();
    await frame.getByText('You said: Where is my parcel?').first().waitFor();
    await frame.getByRole('button', { name: 'Helpful', exact: true }).waitFor();
    await photograph(t.page, 'chat');
    await checkAccessibility(t.page, 'open');
    await checkAccessibility(frame, 'chat');
    expect(t.fake.visits).toEqual([{ origin: t.host.url }]);
  });

  it('takes the focus when it opens, and returns it when Esc closes it', async () => {
    const frame = await t.open();
    const field = frame.getByRole('textbox', { name: 'Message' });
    await field.waitFor();
    await expect.poll(() => frame.evaluate(() => document.activeElement?.localName)).toBe('textarea');
    expect(await launcher().getAttribute('aria-expanded')).toBe('true');
    await t.page.keyboard.type('Half a');
    await t.page.keyboard.press('Escape');
    await t.page.locator('dialog').waitFor({ state: 'hidden' });
    expect(await launcher().getAttribute('aria-expanded')).toBe('false');
    expect(await launcher().evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button)).toBe(
      true,
    );
    await t.page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Half a');
    await frame.getByRole('button', { name: 'Close chat' }).click();
    await t.page.locator('dialog').waitFor({ state: 'hidden' });
  });

  it('shows a conversation again after a reload, with the replies that came meanwhile', async () => {
    const frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    await t.page.goto('about:blank');
    const [conversation] = [...t.fake.conversations.values()].slice(-1);
    conversation?.add({ role: 'human', content: 'Grace here: it is on its way.' });
    await t.page.goto(t.host.url);
    await t.page.getByRole('button', { name: 'Open chat (1 unread)' }).click();
    const again = await frameOf(t.page, channel);
    await again.getByText('Grace here').first().waitFor();
    await again.getByText('You said: Hello').first().waitFor();
    await t.page.getByRole('button', { name: 'Open chat', exact: true }).waitFor();
    await photograph(t.page, 'human');
    expect(t.fake.visits.at(-1)).toMatchObject({ token: expect.stringMatching(/^pvt_/) });
  });

  it('stays one launcher while an application navigates and rebuilds its page', async () => {
    const frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    await t.page.evaluate(() => {
      history.pushState({}, '', '/elsewhere');
      document.body.replaceWith(document.createElement('body'));
      const old = document.querySelector('script[data-channel]') as HTMLScriptElement;
      const script = document.createElement('script');
      const policy = (
        globalThis as unknown as {
          trustedTypes: { createPolicy(...args: unknown[]): { createScriptURL(url: string): string } };
        }
      ).trustedTypes;
      script.src = policy.createPolicy('app', { createScriptURL: (url: string) => url }).createScriptURL(old.src);
      script.dataset['channel'] = old.dataset['channel'] ?? '';
      document.body.append(script);
      return new Promise((done) => script.addEventListener('load', done));
    });
    expect(await t.page.locator('[data-parley]').count()).toBe(1);
    await frame.getByText('You said: Hello').first().waitFor();
    await t.page.evaluate(() => document.querySelector('[data-parley]')?.remove());
    await t.page.locator('[data-parley]').waitFor({ state: 'attached' });
    const again = await frameOf(t.page, channel);
    await again.getByText('You said: Hello').first().waitFor();
    await parley('destroy');
    expect(await t.page.locator('[data-parley]').count()).toBe(0);
    expect(await t.page.evaluate(() => document.documentElement.getAttribute('style') ?? '')).toBe('');
  });

  it('has two channels side by side, and at most one is open', async () => {
    t.host.head =
      snippet(t.fake.url, channel) + snippet(t.fake.url, other, 'data-label="Ask sales" data-accent="#0f766e"');
    await t.page.goto(t.host.url);
    await launcher().click();
    const sales = t.page.getByRole('button', { name: 'Ask sales' });
    const [one, two] = [await launcher().boundingBox(), await sales.boundingBox()];
    expect(Math.abs((one?.x ?? 0) - (two?.x ?? 0))).toBeGreaterThanOrEqual(64);
    await t.say(await frameOf(t.page, channel), 'to support');
    await (await frameOf(t.page, channel)).getByText('You said: to support').first().waitFor();
    await sales.click();
    const frame = await frameOf(t.page, other);
    await t.say(frame, 'to sales');
    await frame.getByText('You said: to sales').first().waitFor();
    expect(await frame.getByText('to support').count()).toBe(0);
    await photograph(t.page, 'two');
    expect(await t.page.locator('dialog[open]').count()).toBe(1);
  });

  it('does what the page queued before it was loaded, and tells it what happens', async () => {
    t.host.head = '';
    await t.page.goto(t.host.url);
    const events = await t.page.evaluate(
      async ({ service, channel }) => {
        const seen: unknown[] = [];
        const page = globalThis as unknown as { parley: unknown[] & { on: (...args: unknown[]) => void } };
        page.parley = [['open']] as never;
        for (const event of ['ready', 'open', 'close', 'error']) {
          page.parley.push(['on', event, (detail: object) => seen.push([event, detail])]);
        }
        const policy = (
          globalThis as unknown as {
            trustedTypes: { createPolicy(...args: unknown[]): { createScriptURL(url: string): string } };
          }
        ).trustedTypes;
        const script = document.createElement('script');
        script.dataset['channel'] = channel;
        script.src = policy
          .createPolicy('app', { createScriptURL: (url: string) => url })
          .createScriptURL(`${service}/widget.js`);
        const ready = new Promise((done) => page.parley.push(['on', 'ready', done]));
        document.head.append(script);
        await ready;
        (page.parley as unknown as { close(): void }).close();
        return seen;
      },
      { service: t.fake.url, channel },
    );
    expect(events).toEqual(['open', 'ready', 'close'].map((event) => [event, { channel }]));
  });

  it('never shows a chat to another person', async () => {
    const frame = await t.open();
    await t.say(frame, 'I am a guest');
    await frame.getByText('You said: I am a guest').first().waitFor();
    await parley('setUser', identityOf('ada'));
    await frame.getByText('I am a guest').first().waitFor({ state: 'detached' });
    await t.say(frame, 'I am Ada');
    await frame.getByText('You said: I am Ada').first().waitFor();
    await parley('setUser', identityOf('grace'));
    await frame.getByText('I am Ada').first().waitFor({ state: 'detached' });
    await parley('setUser', identityOf('ada'));
    await frame.getByText('You said: I am Ada').first().waitFor();
    // A fresh token of the same person changes nothing.
    const visits = t.fake.visits.length;
    await parley('setUser', identityOf('ada'));
    await t.say(frame, 'Still Ada');
    await frame.getByText('You said: Still Ada').first().waitFor();
    expect(t.fake.visits).toHaveLength(visits);
    await parley('reset');
    await frame.getByText('I am Ada').first().waitFor({ state: 'detached' });
    await frame.getByRole('textbox').waitFor();
    expect(await frame.evaluate(() => JSON.stringify(localStorage))).not.toContain('ada');
    await parley('setUser', identityOf('ada', 'forged'));
    await frame.getByRole('heading', { name: 'Please sign in' }).waitFor();
    await photograph(t.page, 'identity');
  });

  it('ignores messages of other windows, and of other shapes', async () => {
    const frame = await t.open();
    await t.say(frame, 'Hello');
    await frame.getByText('You said: Hello').first().waitFor();
    // The page is the loader's own window: it isn't the frame, whatever it says.
    await t.page.evaluate(() => {
      for (const data of [
        { parley: 'close' },
        { parley: 'unread', count: 7 },
        { parley: 'constructor' },
        null,
        'x',
        7,
      ]) {
        postMessage(data, '*');
      }
    });
    await frame.evaluate(() => {
      for (const data of [{ parley: 'unread', count: -1 }, { parley: 'unread', count: 'x' }, { parley: '__proto__' }]) {
        parent.postMessage(data, '*');
      }
      // The frame's own window isn't its parent.
      for (const data of [{ parley: 'reset' }, { parley: 'preview', settings: { title: 'Forged' } }]) postMessage(data);
    });
    // The parent may not preview: only the service's own pages may.
    await t.page.evaluate((channel) => {
      const shadow = document.querySelector(`[data-parley="${channel}"]`)?.shadowRoot;
      const target = shadow?.querySelector('iframe')?.contentWindow;
      target?.postMessage({ parley: 'preview', settings: { title: 'Forged' } }, '*');
      target?.postMessage({ parley: 'user', identity: 'no token' }, '*');
      target?.postMessage({ parley: 'toString' }, '*');
    }, channel);
    await t.say(frame, 'Still here');
    await frame.getByText('You said: Still here').first().waitFor();
    expect(await t.page.locator('dialog[open]').count()).toBe(1);
    expect(await frame.getByRole('heading', { level: 1 }).textContent()).toBe('Difference Engine');
    expect(t.fake.visits).toHaveLength(1);
    await expect.poll(() => t.browser.troubles.splice(0)).toEqual(['console: Parley: setUser takes a JSON Web Token.']);
  });

  it('says in the console that a script without a channel can do nothing', async () => {
    t.host.head = snippet(t.fake.url, 'agent_1');
    await t.page.goto(t.host.url, { waitUntil: 'load' });
    await expect
      .poll(() => t.browser.troubles.splice(0))
      .toEqual(['console: Parley: channel must be the ID of a channel (channel_…), not "agent_1".']);
    expect(await t.page.locator('[data-parley]').count()).toBe(0);
  });

  it('says that it is not available if its frame is refused', async () => {
    await t.page.route('**/chat/channel_*', (route) =>
      route.fulfill({ headers: { 'content-type': 'text/html' }, body: '<p>refused</p>' }),
    );
    await t.page.clock.install();
    await t.page.goto(t.host.url);
    await launcher().click();
    await (await frameOf(t.page, channel)).waitForLoadState();
    // As long as the page waits for a frame to say hello.
    await t.page.clock.runFor(2_000);
    await t.page.getByText('The chat could not be loaded.').waitFor();
    await t.page.unroute('**/chat/channel_*');
    await launcher().click();
    await launcher().click();
    await (await frameOf(t.page, channel)).getByRole('textbox').waitFor();
  });
});
