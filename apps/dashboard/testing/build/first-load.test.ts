import { describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('the first load of a page', () => {
  const t = dashboard(desk);

  /** The paths that the browser asks for until the page has its heading. */
  const loaded = async (path: string, heading: string) => {
    const { page } = t.browser;
    const asked: string[] = [];
    const note = (request: { url(): string }) => {
      asked.push(request.url().slice(t.server.url.length));
    };
    page.on('request', note);
    await page.goto(`${t.server.url}${path}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    page.off('request', note);
    return asked;
  };
  const linked = () =>
    t.browser.page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"], link[as="fetch"]')].map(
        ({ href, as }) => ({ path: new URL(href).pathname + new URL(href).search, isAnswer: as === 'fetch' }),
      ),
    );

  it.each([
    ['/', 'Home', 'home'],
    ['/agents', 'Agents', 'agents'],
    ['/conversations', 'Conversations', 'conversations'],
    ['/knowledge', 'Knowledge', 'knowledge'],
    ['/tools', 'Tools', 'tools'],
  ])('asks for the code of %s and the first answers at once, and each once', async (path, heading, chunk) => {
    const asked = await loaded(path, heading);
    const links = await linked();
    expect(links.filter(({ isAnswer }) => isAnswer)).toHaveLength(2);
    expect(links.map((link) => link.path)).toContainEqual(expect.stringMatching(`^/assets/${chunk}-`));
    for (const link of links)
      expect([link.path, asked.filter((each) => each === link.path)]).toEqual([link.path, [link.path]]);
  });

  it('asks for no answers at once without a session', async () => {
    const { page } = t.browser;
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    const asked = await loaded('/conversations', 'Sign in');
    expect((await linked()).filter(({ isAnswer }) => isAnswer)).toEqual([]);
    expect(asked.filter((each) => each.startsWith('/api/workspaces'))).toEqual([]);
  });
});
