import { afterAll, describe, expect, it } from 'vitest';
import {
  type FakeNotion,
  notionId,
  page as notionPage,
  startFakeNotion,
} from '../../../server/testing/servers/fake-notion.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('a source that is connected to Notion', () => {
  let notion: FakeNotion | undefined;
  const t = dashboard(desk, {
    environment: async () => {
      notion = await startFakeNotion();
      notion.objects.set(notionId(1), notionPage(notionId(1), 'Returns'));
      return notion.environment;
    },
  });
  afterAll(() => notion?.close());

  it('needs its secret, and is read', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/knowledge/new?type=notion`);
    await page.getByLabel('Page or database').fill('Handbook');
    await page.getByRole('button', { name: 'Add pages' }).click();
    await page.getByText('Enter the secret of the integration.').waitFor();
    await page.getByText('Must be the link or the ID of a page or database.').waitFor();
    await page.getByLabel('Integration secret').fill(notion?.token ?? '');
    await page.getByLabel('Page or database').fill(`https://www.notion.so/Returns-${notionId(1).replaceAll('-', '')}`);
    await checkPage(page, 'knowledge-add-notion');
    await page.getByRole('button', { name: 'Add pages' }).click();
    await page.getByText('Ready').first().waitFor();
    await page.getByText('Returns').first().waitFor();
  });

  it('has a hook, whose secret is shown once, rotated and removed', async () => {
    const { page } = t.browser;
    await page.getByRole('navigation', { name: 'Source tabs' }).getByRole('link', { name: 'Settings' }).click();
    const section = page.getByRole('region', { name: 'Sync hook' });
    await section.getByRole('button', { name: 'Create hook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create hook' }).click();
    const secret = await dialog.getByLabel('Signing secret').inputValue();
    expect(secret).toMatch(/^whsec_/);
    await checkPage(page, 'knowledge-hook-secret');
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    expect(await section.getByRole('textbox', { name: 'Address' }).inputValue()).toMatch(
      /\/api\/knowledge-sources\/src_\w+\/inbound$/,
    );
    await section.getByText('No request yet.').waitFor();
    await checkPage(page, 'knowledge-hook');

    await section.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    expect(await dialog.getByLabel('Signing secret').inputValue()).not.toBe(secret);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();

    await section.getByRole('button', { name: 'Remove hook' }).click();
    await dialog.getByRole('button', { name: 'Remove hook' }).click();
    await section.getByRole('button', { name: 'Create hook' }).waitFor();
  });
});
