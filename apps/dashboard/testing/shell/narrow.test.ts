// @module-tag nightly

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { goer } from '../every-page/every/going.ts';
import { becomesQuiet } from '../every-page/every/quiet.ts';
import { chromiumPath, desk, photograph, type Screen } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const widths = [320, 360, 390];
/** Of screens whose tables are tight. */
const tableWidths = [768, 861, 1024, 1100];
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

  /** Reads the current page at each of the widths, in one visit. */
  const atEach = async <Read>(at: readonly number[], read: (page: Page) => Promise<Read>) => {
    const { page } = t.browser;
    const found: [width: number, read: Read][] = [];
    for (const width of at) {
      await page.setViewportSize({ width, height: screen.height });
      await becomesQuiet(page);
      await photograph(page, `narrow${new URL(page.url()).pathname.replaceAll('/', '-')}`);
      found.push([width, await read(page)]);
    }
    return found;
  };
  const { go: open } = goer(t);

  it('the head of an agent stays in its place from tab to tab, at each width', async () => {
    const { page } = t.browser;
    const all = [...widths, desk.width];
    await open(`/agents/${agentId}`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    const build = await atEach(all, places);
    await page.getByRole('navigation', { name: 'Agent tabs' }).getByRole('link', { name: 'Code' }).click();
    await page.getByRole('heading', { name: 'Before you begin' }).waitFor();
    expect(await atEach(all, places)).toEqual(build);
  });

  it('the playground opens over the code, too', async () => {
    const { page } = t.browser;
    await page.setViewportSize(screen);
    await page.goto(`${t.server.url}/agents/${agentId}/code`);
    await page.getByRole('button', { name: 'Playground', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await photograph(page, 'narrow-code-playground');
  });

  const none = widths.map((width) => [width, []]);

  it.each(['/agents?sort=updatedAt', '/conversations?sort=lastMessageAt&rating=positive&user=a'])(
    'no filter and no button of %s is clipped',
    async (path) => {
      await open(path);
      await t.browser.page.getByRole('status').filter({ hasText: /\d/ }).waitFor();
      expect(await atEach(widths, clipped)).toEqual(none);
    },
  );

  it.each([
    ...['/settings/members', '/settings/api-keys', '/settings/usage', '/settings/security'],
    ...['/agents/:agent/knowledge', '/knowledge', '/knowledge/new?type=website'],
  ])('no button of %s is clipped', async (path) => {
    await open(path.replace(':agent', agentId));
    await t.browser.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await atEach(widths, clipped)).toEqual(none);
  });

  it.each([...['/agents', '/knowledge'], ...['/settings/members', '/settings/api-keys', '/settings/security']])(
    'no column of the table of %s is beyond its edge',
    async (path) => {
      const { page } = t.browser;
      await page.setViewportSize({ width: tableWidths[0] ?? 0, height: screen.height });
      await open(path);
      await page.locator('tbody tr').first().waitFor();
      expect(await atEach(tableWidths, beyondEdge)).toEqual(tableWidths.map((width) => [width, 0]));
    },
  );

  it('a user ID ends with an ellipsis, and an email breaks between words', async () => {
    const { page } = t.browser;
    await open('/conversations');
    await page.getByTitle(userId).waitFor();
    for (const [width, box] of await atEach(widths, () => page.getByTitle(userId).boundingBox()))
      expect(box?.height, `${width} pixels`).toBeLessThan(24);
    await open('/settings/members');
    const email = page.locator('tr span').filter({ hasText: /^grace@difference\.example$/ });
    await email.waitFor();
    expect(await atEach(widths, () => linesOfParts(email))).toEqual(widths.map((width) => [width, [1, 1, 1, 1, 1]]));
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});

/** Positions of the heading and the tabs of an agent, in pixels. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('h1, nav[aria-label="Agent tabs"] a')].map((element) => {
      const { x, y, width } = element.getBoundingClientRect();
      return `${element.textContent} ${Math.round(x)} ${Math.round(y)} ${Math.round(width)}`;
    }),
  );
}

/** By how many pixels a table is wider than its frame. */
function beyondEdge(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('table')].map(({ parentElement: frame }) =>
        frame === null ? 0 : frame.scrollWidth - frame.clientWidth,
      ),
    ),
  );
}

/** In how many lines each part of a text is. */
function linesOfParts(text: Locator): Promise<number[]> {
  return text.evaluate((element) =>
    [...element.childNodes].map((node) => {
      const range = document.createRange();
      range.selectNode(node);
      return node.nodeType === Node.TEXT_NODE ? range.getClientRects().length : 1;
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
