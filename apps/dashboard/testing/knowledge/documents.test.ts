import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('a source of many documents', () => {
  const t = dashboard(desk);

  it('takes files, says which can’t be read, and deletes one', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/knowledge/new?type=documents`);
    await page.getByLabel('Name').fill('Handbook');
    await checkPage(page, 'knowledge-add-documents');
    await page.getByRole('button', { name: 'Create source' }).click();
    await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
    await checkPage(page, 'knowledge-no-documents');
    await page.getByRole('button', { name: 'Add files' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Files to upload').setInputFiles([
      { name: 'hours.md', mimeType: 'text/markdown', buffer: Buffer.from('# Hours\n\nWe open at nine.') },
      { name: 'shipping.txt', mimeType: 'text/plain', buffer: Buffer.from('We ship within two days.') },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing else') },
    ]);
    await checkPage(page, 'knowledge-add-files');
    await dialog.getByRole('button', { name: 'Add 3 files' }).click();
    await page.getByText('3 documents added.').waitFor();
    await page.getByText('3 documents', { exact: true }).waitFor();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('broken.pdf').getByText('The file is damaged and can’t be read.').waitFor();
    await row('Hours').getByText('Read', { exact: true }).waitFor();
    await checkPage(page, 'knowledge-documents');
    await row('Hours').getByRole('link').click();
    await page.locator('[data-chunk]').filter({ hasText: 'We open at nine.' }).waitFor();
    await page.goBack();
    await row('broken.pdf')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: 'Delete document' }).click();
    await page.getByText('2 documents', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('ship');
    await page.getByText('1 document', { exact: true }).waitFor();
    // Files that are dropped on the list are chosen already.
    const data = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['We close at six.'], 'closing.txt'));
      return dropped;
    });
    await page.getByRole('table').dispatchEvent('drop', { dataTransfer: data });
    await dialog.getByText('closing.txt').waitFor();
    await dialog.getByRole('button', { name: 'Add 1 file' }).click();
    await page.getByText('1 document added.').waitFor();
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('');
    await page.getByText('3 documents', { exact: true }).waitFor();
  });

  it('a folder is dropped on it, and a document is edited, filtered, replaced and corrected', async () => {
    const { page } = t.browser;
    const folder = mkdtempSync(join(tmpdir(), 'parley-folder-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'inner'));
    for (let index = 1; index <= 29; index += 1)
      writeFileSync(join(folder, index % 2 === 0 ? 'inner' : '', `page-${index}.md`), `# Page ${index}\n\nWords.`);
    writeFileSync(join(folder, '.hidden.md'), 'Hidden.');
    const devTools = await page.context().newCDPSession(page);
    const table = await page.getByRole('table').boundingBox();
    const drag = { x: (table?.x ?? 0) + 50, y: (table?.y ?? 0) + 50 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devTools.send('Input.dispatchDragEvent', {
        ...{ type, ...drag },
        data: { items: [], files: [folder], dragOperationsMask: 1 },
      });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('page-28.md').waitFor();
    await dialog.getByRole('button', { name: 'Add 29 files' }).click();
    await page.getByText('29 documents added.').waitFor();
    await page.getByText('32 documents', { exact: true }).waitFor();

    const choose = async (title: string, entry: string) => {
      await page.getByRole('button', { name: `Actions for “${title}”` }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await choose('Hours', 'Edit');
    await dialog.getByLabel('Link').fill('no address');
    await dialog.getByLabel('External ID').fill('cms-1');
    await dialog.getByRole('button', { name: 'Add metadata' }).click();
    await dialog.getByLabel('Key 1', { exact: true }).fill('region');
    await dialog.getByLabel('Value of region').fill('eu');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/^Must be the address/).waitFor();
    await checkPage(page, 'knowledge-edit-document');
    await dialog.getByLabel('Link').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'cms-1 · region=eu' });
    await row.waitFor();

    const filter = page.getByRole('searchbox', { name: 'Filter by metadata' });
    await filter.fill('region');
    await page.getByText(/^Metadata is written as/).waitFor();
    await filter.fill(`folder=${basename(folder)}/inner`);
    await page.getByText('14 documents', { exact: true }).waitFor();
    await filter.fill('region=eu');
    await page.getByText('1 document', { exact: true }).waitFor();
    await choose('Hours', 'Replace file');
    const file = { name: 'new.md', mimeType: 'text/markdown', buffer: Buffer.from('# Opening\n\nWe open at ten.') };
    await dialog.getByLabel('File to upload').setInputFiles(file);
    await page.getByText('File replaced. It is being read.').waitFor();
    await row.getByRole('link', { name: 'Opening' }).click();

    const chunk = page.locator('[data-chunk]').first();
    await chunk.filter({ hasText: 'We open at ten.' }).waitFor();
    await chunk.getByRole('button', { name: /^Edit chunk/ }).click();
    await dialog.getByLabel('Text').fill('We open at eleven.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await chunk.getByText('Edited', { exact: true }).waitFor();
    await checkPage(page, 'knowledge-edited-chunk');
    await chunk.getByRole('button', { name: /^Edit chunk/ }).click();
    await dialog.getByRole('button', { name: 'Restore original' }).click();
    await page.getByText('Original restored. It is being indexed.').waitFor();
  });

  it('an agent is limited to some metadata, and its searches too', async () => {
    const { page } = t.browser;
    const { _id: agent } = await t.client.agents.create({ name: 'Limited' });
    const [source] = (await t.client.knowledgeSources.list({ type: 'documents' })).items;
    await t.client.agents.update(agent, { knowledgeSources: [source?._id ?? ''] });
    const before = page.url();
    await page.goto(`${t.server.url}/agents/${agent}/knowledge`);
    await page.getByText('No filter: the agent searches all of its sources.').waitFor();
    const form = page.getByRole('form', { name: 'Filter by metadata' });
    await form.getByRole('button', { name: 'Add key' }).click();
    await form.getByLabel('Key 1', { exact: true }).fill('region');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter a value of “region”, and press Enter after it.').waitFor();
    await form.getByLabel('Values of region').fill('uk');
    await page.keyboard.press('Enter');
    await page.keyboard.type('eu');
    await page.keyboard.press('Enter');
    await checkPage(page, 'knowledge-filter');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect((await t.client.agents.retrieve(agent)).knowledgeFilter).toEqual({ metadata: { region: ['uk', 'eu'] } });

    const search = page.getByRole('form', { name: 'Test retrieval' });
    await search.getByLabel('Question').fill('When do you open?');
    await search.getByRole('button', { name: 'Search' }).click();
    await page.getByText(/We open at (ten|eleven)\./).waitFor();
    await search.getByLabel('Only with metadata').fill('region=mars');
    await search.getByRole('button', { name: 'Search' }).click();
    await page.getByText(/We open at (ten|eleven)\./).waitFor({ state: 'detached' });
    await t.client.agents.delete(agent);
    await page.goto(before);
  });

  it('its metadata and its external ID are kept with their types', async () => {
    const { page } = t.browser;
    await page.getByRole('navigation', { name: 'Source tabs' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('External ID').fill('handbook');
    await page.getByRole('button', { name: 'Add metadata' }).click();
    await page.getByLabel('Value of key 1').fill('eu');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Each value needs a key.').waitFor();
    await page.getByLabel('Key 1', { exact: true }).fill('region');
    await page.getByRole('button', { name: 'Add metadata' }).click();
    await page.getByLabel('Key 2', { exact: true }).fill('stars');
    await page.getByLabel('Value of stars').fill('5');
    await checkPage(page, 'knowledge-metadata');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All changes saved').waitFor();
    const { items } = await t.client.knowledgeSources.list({ externalId: 'handbook' });
    expect(items[0]?.metadata).toEqual({ region: 'eu', stars: 5 });
  });

  it('a small sync is told of, and moves nothing', async () => {
    const { page } = t.browser;
    const [source] = (await t.client.knowledgeSources.list({ type: 'documents' })).items;
    const table = page.getByRole('table');
    const top = async () => (await table.boundingBox())?.y;
    await page.goto(`${t.server.url}/knowledge/${source?._id}`);
    await table.waitFor();
    const before = await top();
    await page.route(`**/api/knowledge-sources/${source?._id}`, async (route) => {
      const response = await route.fetch();
      const reply = (await response.json()) as { readonly data: object };
      const progress = { done: 2, total: 3, unit: 'documents' };
      await route.fulfill({ response, json: { ...reply, data: { ...reply.data, status: 'processing', progress } } });
    });
    await page.reload();
    await page.getByText('2 of 3 documents').waitFor();
    await page.getByRole('status').getByText('Syncing').waitFor();
    await expect.poll(top).toBe(before);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});
