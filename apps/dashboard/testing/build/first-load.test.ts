import { describe, expect, it, vi } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { password } from '../setup/signed-in.ts';

describe.skipIf(chromiumPath === undefined)('the first load of a page', () => {
  const t = dashboard(desk);
  const answers = ['/api/me', '/api/workspaces?sort=createdAt&limit=100'];
  const heading = (name: string) => t.browser.page.getByRole('heading', { level: 1, name });
  const isForgotten = () => t.browser.page.evaluate(() => Reflect.get(globalThis, 'firstAnswers') === undefined);

  it.each([
    ['/', 'Home', 'home'],
    ['/agents', 'Agents', 'agents'],
    ['/conversations', 'Conversations', 'conversations'],
    ['/knowledge', 'Knowledge', 'knowledge'],
    ['/tools', 'Tools', 'tools'],
  ])(
    'asks for the code of %s and the first answers before the code of every page is there',
    async (path, name, chunk) => {
      const { page } = t.browser;
      const asked: string[] = [];
      const note = (request: { url(): string }) => {
        asked.push(request.url().slice(t.server.url.length));
      };
      page.on('request', note);
      const early = () => {
        expect(asked).toEqual(expect.arrayContaining(answers));
        expect(asked).toContainEqual(expect.stringMatching(`^/assets/${chunk}-`));
      };
      await page.route('**/assets/runtime-*.js', async (route) => {
        await vi.waitFor(early, { timeout: 10_000 });
        await route.continue();
      });
      await page.goto(`${t.server.url}${path}`);
      await heading(name).waitFor();
      await page.unroute('**/assets/runtime-*.js');
      page.off('request', note);
      const counts = new Map(asked.map((each) => [each, asked.filter((other) => other === each).length]));
      for (const each of answers) expect([each, counts.get(each)]).toEqual([each, 1]);
      expect(await isForgotten()).toBe(true);
    },
  );

  it('after a session has ended, signing in reads what is true then', async () => {
    const { page } = t.browser;
    await page.context().clearCookies();
    await page.goto(`${t.server.url}/agents`);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await heading('Agents').waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.context().clearCookies();
    await page.goto(`${t.server.url}/conversations`);
    await heading('Sign in to Parley').waitFor();
    expect(await isForgotten()).toBe(true);
  });
});
