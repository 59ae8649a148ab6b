import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../../widget/testing/browser.ts';
import { place } from './page.ts';

const channel = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxm';
const other = 'channel_01kg9v7rs1f2t8d4b6n0yq5hxn';
const [ada, ben] = ['a.a.a', 'b.b.b'];

describe.skipIf(!hasBrowser)('ParleyChat', () => {
  const at = place();
  const widgets = () => at.page.locator('[data-parley]');
  const launcher = () => at.page.getByRole('button', { name: 'Open chat' });
  const events = () => at.inPage(({ events }) => events.splice(0));
  /** Marks the widget's element, so that another one in its place is noticed. */
  const mark = async () => (await widgets().elementHandle())?.evaluate((element) => element.setAttribute('marked', ''));
  const marked = () => at.page.locator('[marked]').count();

  it('adds one launcher under StrictMode, reports its events, and removes it with itself', async () => {
    await at.show({ key: 'a', channel, host: at.fake.url });
    await launcher().click();
    await at.page.locator('output', { hasText: 'open, ready' }).waitFor();
    expect(await widgets().count()).toBe(1);
    expect(await events()).toEqual(['a open', 'a ready']);
    await at.inPage(({ hook }) => hook.close());
    await at.page.locator('output', { hasText: 'closed, ready' }).waitFor();
    expect(await events()).toEqual(['a close']);
    await mark();
    // A new render with the same props changes nothing.
    await at.show({ key: 'a', channel, host: at.fake.url });
    expect(await marked()).toBe(1);
    await at.show();
    expect(await widgets().count()).toBe(0);
    expect(await at.page.locator('output').textContent()).toBe('closed, not ready');
    expect(await at.page.locator('script[src*="widget.js"]').count()).toBe(1);
  });

  it('keeps an open chat if the next route shows the same one', async () => {
    await at.show({ key: 'home', channel, host: at.fake.url, open: true });
    await at.page.locator('output', { hasText: 'open, ready' }).waitFor();
    await mark();
    await events();
    await at.show({ key: 'cart', channel, host: at.fake.url });
    expect([await marked(), await events()]).toEqual([1, []]);
    await at.page.locator('output', { hasText: 'open' }).waitFor();
  });

  it('loads the chat again, and opens it again, after a change of its look, host or channel', async () => {
    await at.show({ key: 'a', channel, host: at.fake.url, open: true });
    await at.page.locator('output', { hasText: 'open' }).waitFor();
    await mark();
    await at.show({ key: 'a', channel, host: at.fake.url, open: true, position: 'left', offset: 40 });
    expect(await marked()).toBe(0);
    await at.page.locator('output', { hasText: 'open' }).waitFor();
    expect((await at.page.getByRole('button', { name: 'Open chat' }).boundingBox())?.x).toBe(40);
    await mark();
    const elsewhere = at.fake.url.replace('127.0.0.1', 'localhost');
    await at.show({ key: 'a', channel, host: elsewhere });
    expect(await marked()).toBe(0);
    await at.show({ key: 'a', channel: other, host: at.fake.url });
    expect(await widgets().getAttribute('data-parley')).toBe(other);
    expect(await widgets().count()).toBe(1);
  });

  it('shares one widget between components of a channel, until the last is gone', async () => {
    const chat = { channel, host: at.fake.url };
    await at.show({ key: 'a', ...chat }, { key: 'b', ...chat }, { key: 'c', channel: other, host: at.fake.url });
    await at.page.locator(`[data-parley="${other}"]`).waitFor({ state: 'attached' });
    expect(await widgets().count()).toBe(2);
    await at.page.locator(`[data-parley="${channel}"]`).evaluate((element) => element.setAttribute('marked', ''));
    await at.inPage(({ hook }) => hook.open());
    // The frame may be ready by then.
    expect((await events()).filter((event) => event.endsWith(' open'))).toEqual(['a open', 'b open']);
    await at.show({ key: 'b', ...chat });
    expect([await widgets().count(), await marked()]).toEqual([1, 1]);
    await at.show();
    expect(await widgets().count()).toBe(0);
  });

  it('signs the visitor in, as another one, and out', async () => {
    const chat = { key: 'a', channel, host: at.fake.url };
    const identities = async (count: number) => {
      await expect.poll(() => at.fake.visits.length).toBeGreaterThanOrEqual(count);
      return at.fake.visits.map(({ identity }) => identity);
    };
    await at.show({ ...chat, identity: ada, open: true });
    expect(await identities(1)).toEqual([ada]);
    await at.show({ ...chat, identity: ben, open: true });
    expect(await identities(2)).toEqual([ada, ben]);
    await at.show({ ...chat, open: true });
    expect(await identities(3)).toEqual([ada, ben, undefined]);
  });

  it('makes calls that come before the script, and those before the component', async () => {
    const release = await at.hold();
    await at.inPage(({ hook }) => hook.open());
    await at.show({ key: 'a', channel, host: at.fake.url });
    expect(await widgets().count()).toBe(0);
    await release();
    await at.page.locator('output', { hasText: 'open' }).waitFor();
    expect(await widgets().count()).toBe(1);
  });

  it('is there once the script has loaded, though it was removed and shown again before', async () => {
    const release = await at.hold();
    const chat = { key: 'a', channel, host: at.fake.url };
    await at.show({ ...chat, identity: ada });
    await at.show();
    await at.show({ ...chat, identity: ben, open: true });
    await release();
    await at.page.locator('output', { hasText: 'open' }).waitFor();
    await expect.poll(() => at.fake.visits.map(({ identity }) => identity)).toEqual([ben]);
  });

  it('leaves nothing if it is removed before the script has loaded', async () => {
    const release = await at.hold();
    await at.show({ key: 'a', channel, host: at.fake.url, open: true });
    await at.show();
    await release();
    expect(await widgets().count()).toBe(0);
    expect(await events()).toEqual([]);
    await at.show({ key: 'b', channel, host: at.fake.url });
    expect(await widgets().count()).toBe(1);
  });

  it('reports a script that could not be loaded, and loads it again for the next component', async () => {
    await at.page.route(`${at.fake.url}/widget.js`, (route) => route.abort());
    await at.show({ key: 'a', channel, host: at.fake.url });
    const message = `The script ${at.fake.url}/widget.js could not be loaded.`;
    await expect.poll(events).toEqual([`a error ${JSON.stringify({ code: 'script_not_loaded', message })}`]);
    await at.page.unrouteAll();
    await at.show({ key: 'a', channel, host: at.fake.url }, { key: 'b', channel: other, host: at.fake.url });
    await expect.poll(() => widgets().count()).toBe(2);
    // Another instance's script that fails is nothing to a page that has one.
    expect(await events()).toEqual([]);
  });

  it('names a channel or a host that is missing, and shows the others', async () => {
    await at.show(
      { key: 'a', channel: undefined as never, host: at.fake.url },
      { key: 'b', channel, host: '' },
      { key: 'c', channel: other, host: at.fake.url },
    );
    await widgets().waitFor({ state: 'attached' });
    const [noChannel, noHost] = [
      'channel must be the ID of a channel (channel_…), not "".',
      'host must be the address of the service, such as https://chat.example.com, not "".',
    ];
    const error = (message: string) => JSON.stringify({ code: 'invalid_call', message });
    const reported = [`a error ${error(noChannel)}`, `b error ${error(noHost)}`];
    expect([...new Set(await events())]).toEqual(reported);
    expect([...new Set(at.troubles.splice(0))]).toEqual([
      `console: Parley: ${noChannel}`,
      `console: Parley: ${noHost}`,
    ]);
  });

  it('gives an inline chat its element, and the calls of the hook their arguments', async () => {
    const hasRun = await at.record();
    await at.show({ key: 'a', channel, host: at.fake.url, inline: true, language: 'de' });
    // Calls that wait for the script are dropped with their chat.
    await hasRun();
    await at.inPage(({ hook }) => {
      hook.prefill('Where is my order?');
      hook.send('Hello');
      hook.set({ plan: 'pro', seats: 3, trial: null });
    });
    const own = [
      ['init', { channel, host: at.fake.url, language: 'de', target: '<div inline>' }],
      ['prefill', 'Where is my order?', channel],
      ['send', 'Hello', channel],
      ['set', { plan: 'pro', seats: 3, trial: null }, channel],
    ];
    const listeners = ['ready', 'open', 'close', 'unread', 'message', 'error'];
    await expect.poll(at.calls).toEqual([...listeners.map((event) => ['on', event]), ...own]);
    await at.inPage(({ unmount }) => unmount());
    const removed = [['destroy', channel], ...listeners.map((event) => ['off', event])];
    await expect.poll(at.calls).toEqual([...listeners.map((event) => ['on', event]), ...own, ...removed]);
  });
});
