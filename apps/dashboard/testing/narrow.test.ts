import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, desk, photograph, type Screen } from './browser.ts';
import { dashboard } from './dashboard.ts';

const widths = [320, 360, 390];
const userId = 'customer_8f14e45fceea167a5a36dedd4bea2543_of_the_shop_in_the_north';
const screen: Screen = { name: 'narrow', width: 320, height: 740 };

describe.skipIf(chromiumPath === undefined)('the dashboard on narrow screens', () => {
  let agentId = '';
  const t = dashboard(screen, {
    prepare: async ({ client }) => {
      const name = 'Support of the Difference Engine and of its many parts';
      agentId = (await client.agents.create({ name, model: 'builtin/echo' }))._id;
      await client.agents.chat(agentId, { message: 'What happens to a parcel that customs have sent back?', userId });
      const [{ _id: workspaceId } = { _id: '' }] = (await client.workspaces.list()).items;
      await client.apiKeys.create({
        name: 'Website of the shop',
        scopes: ['conversations:write', 'conversations:read'],
      });
      const sourceName = 'Shipping, returns and the warranty of the Difference Engine';
      await client.knowledgeSources.create({ type: 'text', name: sourceName, text: 'We ship within two days.' });
      await client.workspaces.invitations.create(workspaceId, { email: 'grace@difference.example', role: 'editor' });
    },
  });

  it.each([...widths, desk.width])(
    'the head of an agent stays in its place from tab to tab, at %i pixels',
    async (width) => {
      const { page } = t.browser;
      await page.setViewportSize({ width, height: screen.height });
      await page.goto(`${t.server.url}/agents/${agentId}`);
      await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
      const build = await places(page);
      await page.getByRole('navigation', { name: 'Agent tabs' }).getByRole('link', { name: 'Code' }).click();
      await page.getByRole('heading', { name: 'Before you begin' }).waitFor();
      await photograph(page, 'narrow-code');
      expect(await places(page)).toEqual(build);
    },
  );

  it('the playground opens over the code, too', async () => {
    const { page } = t.browser;
    await page.setViewportSize(screen);
    await page.goto(`${t.server.url}/agents/${agentId}/code`);
    await page.getByRole('button', { name: 'Playground', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await photograph(page, 'narrow-code-playground');
  });

  it.each(widths)('no filter and no button is clipped, at %i pixels', async (width) => {
    const { page } = t.browser;
    await page.setViewportSize({ width, height: screen.height });
    for (const path of ['/agents?sort=updatedAt', '/conversations?sort=lastMessageAt&rating=positive&user=a']) {
      await page.goto(t.server.url + path);
      await page.getByRole('status').filter({ hasText: /\d/ }).waitFor();
      await photograph(page, `narrow${path.slice(0, 6).replaceAll('/', '-')}`);
      expect(await clipped(page), path).toEqual([]);
    }
    for (const path of [
      ...['/settings/members', '/settings/api-keys', '/settings/usage', '/settings/security'],
      ...[`/agents/${agentId}/knowledge`, '/knowledge', '/knowledge/new?type=website'],
    ]) {
      await page.goto(t.server.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await clipped(page), path).toEqual([]);
    }
  });

  it.each([768, 861, 1024, 1100])('no column of a table is beyond its edge, at %i pixels', async (width) => {
    const { page } = t.browser;
    await page.setViewportSize({ width, height: screen.height });
    for (const path of [
      '/agents',
      '/knowledge',
      '/conversations',
      '/settings/members',
      '/settings/api-keys',
      '/settings/security',
    ]) {
      await page.goto(t.server.url + path);
      await page.locator('tbody tr').first().waitFor();
      await photograph(page, `table${path.replaceAll('/', '-')}`);
      const beyond = await page.evaluate(() =>
        [...document.querySelectorAll('table')].map(({ parentElement: frame }) =>
          frame === null ? 0 : frame.scrollWidth - frame.clientWidth,
        ),
      );
      expect(Math.max(...beyond), path).toBe(0);
    }
  });

  it.each(widths)('a user ID ends with an ellipsis, and an email breaks between words, at %i pixels', async (width) => {
    const { page } = t.browser;
    await page.setViewportSize({ width, height: screen.height });
    await page.goto(`${t.server.url}/conversations`);
    const id = page.getByTitle(userId);
    await photograph(page, 'narrow-user-id');
    expect((await id.boundingBox())?.height).toBeLessThan(24);
    await page.goto(`${t.server.url}/settings/members`);
    const email = page.locator('tr span').filter({ hasText: /^grace@difference\.example$/ });
    await photograph(page, 'narrow-email');
    const linesOfParts = await email.evaluate((element) =>
      [...element.childNodes].map((node) => {
        const range = document.createRange();
        range.selectNode(node);
        return node.nodeType === Node.TEXT_NODE ? range.getClientRects().length : 1;
      }),
    );
    expect(linesOfParts).toEqual([1, 1, 1, 1, 1]);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

/** Where the heading and the tabs of an agent are, in pixels. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, nav[aria-label="Agent tabs"] a')].map((element) => {
      const { x, y, width } = element.getBoundingClientRect();
      return `${element.textContent} ${Math.round(x)} ${Math.round(y)} ${Math.round(width)}`;
    }),
  );
}

/** The visible controls whose text is wider than they are. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, button, button *, [role=radiogroup], label')]
      .filter(({ offsetParent }) => offsetParent !== null)
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map((element) => (element instanceof HTMLInputElement ? element.value : (element.textContent ?? ''))),
  );
}
