import { describe, expect, it } from 'vitest';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { password } from '../setup/signed-in.ts';

/** Max presses of Tab on the way to something. */
const furthest = 80;

describe.skipIf(chromiumPath === undefined)('with the keyboard alone', () => {
  const t = dashboard(desk, {
    prepare: ({ client }) => client.agents.create({ name: 'Guide', model: 'builtin/echo' }),
  });
  const press = (key: string) => t.browser.page.keyboard.press(key);
  const type = (text: string) => t.browser.page.keyboard.type(text);
  const heading = (name: string | RegExp) => t.browser.page.getByRole('heading', { level: 1, name }).waitFor();

  /** The words of the focused element: its label, or its text. */
  const focused = () =>
    t.browser.page.evaluate(() => {
      const element = document.activeElement;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const label = element?.getAttribute('aria-label') ?? labels.map(({ textContent }) => textContent).join(' ');
      return (label || element?.textContent || '').trim();
    });

  /** Presses Tab until something with these words has the focus, which must be seen. */
  const tabTo = async (words: RegExp) => {
    for (let presses = 0; presses < furthest; presses += 1) {
      if (words.test(await focused())) {
        const outline = await t.browser.page.evaluate(() => document.activeElement?.matches(':focus-visible') === true);
        expect(outline, `the focus on ${words} is shown`).toBe(true);
        return;
      }
      await press('Tab');
    }
    throw new Error(`Tab does not reach ${words}.`);
  };

  it('leads from sign-in to an answer, and to the end of its conversation', async () => {
    const { page, context } = t.browser;
    await context.clearCookies();
    await page.goto(`${t.server.url}/sign-in`);
    await heading('Sign in to Parley');
    await tabTo(/^Email/);
    await type('ada@example.com');
    await press('Tab');
    await tabTo(/^Password/);
    await type(password);
    await press('Enter');
    await heading('Home');

    await press('g');
    await press('a');
    await heading('Agents');
    await page.getByRole('link', { name: 'Guide' }).waitFor();
    await tabTo(/^Guide/);
    await press('Enter');
    await heading('Guide');

    const message = page.getByLabel('Message to Guide');
    const toggle = page.getByRole('button', { name: 'Playground', exact: true });
    if ((await toggle.getAttribute('aria-expanded')) === 'false') {
      await tabTo(/^Playground$/);
      await press('Enter');
    }
    await message.waitFor();
    await tabTo(/^Message to Guide/);
    await type('Are you there?');
    await press('Enter');
    await page.getByLabel(/complete after/).waitFor();

    await press('Tab');
    await press('g');
    await press('c');
    await heading('Conversations');
    // A talk in the playground is a trial.
    await tabTo(/^Trials/);
    await press('Enter');
    await page.getByRole('link', { name: 'Are you there?' }).waitFor();
    await press('j');
    await press('Enter');
    await heading('Are you there?');
    await tabTo(/^Actions for the conversation/);
    await press('Enter');
    await page.getByRole('menuitem', { name: 'Close' }).waitFor();
    await expect.poll(focused).toMatch(/^Close/);
    await press('Enter');
    await expect.poll(async () => (await t.client.conversations.list()).items[0]?.status).toBe('closed');
    await page.getByRole('main').getByText('Closed', { exact: true }).first().waitFor();
    expect(t.browser.troubles).toEqual([]);
  });
});
