import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const text = `# Shipping

We ship within two days.

# Returns

You can return anything within 30 days. Books must be unread.`;

describe.skipIf(chromiumPath === undefined)('the knowledge of a workspace', () => {
  const t = dashboard(desk);

  it('begins with the nine ways to add some', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/knowledge`);
    await page.getByRole('heading', { name: 'Give your agents something to answer from' }).waitFor();
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(9);
    await checkPage(page, 'knowledge-empty');
  });

  it('takes a pasted text, and shows its chunks once it is ready', async () => {
    const { page } = t.browser;
    await page.getByRole('link', { name: 'Paste text' }).click();
    await page.getByText(/^Your plan: /).waitFor();
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('Shipping and returns');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
    await checkPage(page, 'knowledge-add-text');
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.locator('[data-chunk]').filter({ hasText: 'We ship within two days.' }).waitFor();
    await checkPage(page, 'knowledge-content');
  });

  it('a chunk can be switched off, and stays so', async () => {
    const { page } = t.browser;
    const chunk = page.locator('[data-chunk]').filter({ hasText: '30 days' });
    await chunk.getByRole('switch').click();
    await chunk.getByText('Disabled').waitFor();
    await page.reload();
    await chunk.getByText('Disabled').waitFor();
    await chunk.getByRole('switch').click();
    await chunk.getByText('Enabled', { exact: true }).waitFor();
  });

  it('a change of the text is read again, and listed with what it changed', async () => {
    const { page } = t.browser;
    const tabs = page.getByRole('navigation', { name: 'Source tabs' });
    await tabs.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text.replace('30 days', '14 days'));
    await page.getByText('Unsaved changes').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All changes saved').waitFor();
    await tabs.getByRole('link', { name: 'Syncs' }).click();
    await page.getByText('Version 2').waitFor();
    await page.getByText(/^1 changed, /).waitFor();
    await checkPage(page, 'knowledge-syncs');
    await tabs.getByRole('link', { name: 'Content' }).click();
    await page.getByText('within 14 days').waitFor();
  });

  it('pairs are added, changed and deleted', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/knowledge/new?type=qa`);
    await page.getByLabel('Name').fill('Frequent questions');
    await page.getByLabel('Question 1').fill('Can I return a book?');
    await page.getByLabel('Answer 1').fill('Yes, within 30 days.');
    await page.getByRole('button', { name: 'Add another pair' }).click();
    expect(await page.getByLabel('Question 2').evaluate((field) => field === document.activeElement)).toBe(true);
    await checkPage(page, 'knowledge-add-pairs');
    await page.getByRole('button', { name: 'Add pairs' }).click();
    await page.getByText('1 pair', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Add pair' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Question').fill('Do you ship to Norway?');
    await dialog.getByLabel('Answer').fill('Not yet.');
    await dialog.getByRole('button', { name: 'Add pair' }).click();
    await page.getByText('2 pairs', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Actions for “Do you ship to Norway?”' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog.getByLabel('Answer').fill('Yes, since May.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Yes, since May.').waitFor();
    await checkPage(page, 'knowledge-pairs');

    await page.getByRole('button', { name: 'Actions for “Can I return a book?”' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: 'Delete pair' }).click();
    await page.getByText('1 pair', { exact: true }).waitFor();
  });

  it('a CSV of pairs is previewed, refused with its wrong lines, imported, and exported', async () => {
    const { page } = t.browser;
    const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const file = dialog.getByLabel('File to upload');
    await file.setInputFiles(csv('wrong.csv', 'question;answer\nIs it green?;Yes.\nIs it blue?;\n;No.'));
    await dialog.getByText('3 rows read: 1 new.').waitFor();
    await dialog.getByText('2 rows are refused, so nothing is imported.').waitFor();
    expect(await dialog.getByRole('cell').allTextContents()).toEqual([
      ...['3', 'The answer is missing.', '4', 'The question is missing.'],
    ]);
    expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    await checkPage(page, 'knowledge-import-wrong');
    // Spreadsheets save it in Windows-1252, too.
    await file.setInputFiles(csv('right.csv', 'question;answer\nIs it gr\xfcn?;Ja.\nIs it blue?;"No; it is not."'));
    await dialog.getByText('2 rows read: 2 new.').waitFor();
    await checkPage(page, 'knowledge-import');
    await dialog.getByRole('button', { name: 'Import 2 pairs' }).click();
    await page.getByText('3 pairs', { exact: true }).waitFor();
    await page.getByText('Is it grün?').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Frequent questions.csv');
    const folder = mkdtempSync(join(tmpdir(), 'parley-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await download.saveAs(join(folder, 'pairs.csv'));
    const exported = readFileSync(join(folder, 'pairs.csv'), 'utf8');
    expect(exported).toMatch(/^\ufeffid,question,answer\r\n/);
    expect(exported).toContain('No; it is not.');
    // Dropped on the list it is chosen already, and changes nothing.
    const data = await page.evaluateHandle((text) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([text], 'exported.csv'));
      return dropped;
    }, exported);
    await page.getByRole('button', { name: 'Add pair' }).dispatchEvent('drop', { dataTransfer: data });
    await dialog.getByText('3 rows read: 3 as they were. There is nothing to import.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('an agent is attached and detached, and a source in use says who loses it', async () => {
    const { page } = t.browser;
    await t.client.agents.create({ name: 'Support', model: 'builtin/extract' });
    await page.getByRole('link', { name: 'Agents', exact: true }).last().click();
    await page.getByText('No agent uses it').waitFor();
    await page.getByRole('combobox', { name: 'Attach to an agent' }).click();
    await page.getByRole('option', { name: 'Support' }).click();
    await page.getByRole('link', { name: 'Support' }).waitFor();
    await checkPage(page, 'knowledge-agents');

    await page.getByRole('button', { name: 'Actions for the source' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 agent uses it and loses it at once: Support.').waitFor();
    await checkPage(page, 'knowledge-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Detach from Support' }).click();
    await page.getByText('No agent uses it').waitFor();
    await page.getByRole('button', { name: 'Actions for the source' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await dialog.getByText('No agent uses it.').waitFor();
    await dialog.getByRole('button', { name: 'Delete source' }).click();
    await page.getByRole('heading', { name: 'Knowledge', exact: true }).waitFor();
    await page.getByText('1 source', { exact: true }).waitFor();
  });

  it('files are sources of their own; those that can’t be read are refused or fail with what to do', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/knowledge/new?type=file`);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Choose at least one file.').waitFor();
    await page.getByLabel('Files to upload').setInputFiles([
      { name: 'handbook.md', mimeType: 'text/markdown', buffer: Buffer.from('# Hours\n\nWe open at nine.') },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing else') },
      { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') },
    ]);
    await page.getByText(/Use PDF, Word/).waitFor();
    await checkPage(page, 'knowledge-files');
    await page.getByRole('button', { name: 'Upload 2 files' }).click();
    await page.getByText('2 sources added.').waitFor();
    const failed = page.getByRole('row').filter({ hasText: 'broken.pdf' });
    await failed.getByText('Failed').waitFor();
    await page.getByRole('row').filter({ hasText: 'handbook.md' }).getByText('Ready').waitFor();
    await checkPage(page, 'knowledge-list');
    await failed.getByRole('link').click();
    await page.getByRole('alert').getByText('The file is damaged and can’t be read.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();
    await checkPage(page, 'knowledge-failed');
    await page.getByRole('alert').getByRole('link', { name: 'Replace the file' }).click();
    const file = { name: 'mended.txt', mimeType: 'text/plain', buffer: Buffer.from('It is mended.') };
    await page.getByLabel('File to upload').setInputFiles(file);
    await page.getByText('File replaced. It is being synced.').waitFor();
    await page.getByRole('navigation', { name: 'Source tabs' }).getByRole('link', { name: 'Content' }).click();
    await page.getByText('It is mended.').waitFor();
  });

  it('filters keep what matches, in the address', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/knowledge?type=file`);
    await page.getByText('2 sources', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search sources' }).fill('hand');
    await page.getByText('1 source', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('hand');
    await page.getByRole('searchbox', { name: 'Search sources' }).fill('nothing like it');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('3 sources', { exact: true }).waitFor();
  });

  it('a page that may not be read says why', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/knowledge/new?type=url`);
    await page.getByLabel('Address').fill('127.0.0.1/secret');
    await page.getByRole('button', { name: 'Add page' }).click();
    await page.getByRole('alert').waitFor();
    await page.goto(`${t.server.url}/knowledge/new?type=website`);
    await page.getByLabel('Start at').fill('help');
    await page.getByRole('button', { name: 'Add website' }).click();
    await page.getByText(/^Must be the address of a web page/).waitFor();
    await checkPage(page, 'knowledge-add-website');
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});
