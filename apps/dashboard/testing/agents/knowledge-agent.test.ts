// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

const text = `# Shipping

We ship within two days, everywhere in Europe.

# Returns

You can return anything within 30 days. Books must be unread.`;

describe.skipIf(chromiumPath === undefined).each(screens)('the knowledge of an agent, on the $name', (screen) => {
  let agentId = '';
  let sourceId = '';
  const t = dashboard(screen, {
    prepare: async ({ client }) => {
      agentId = (await client.agents.create({ name: 'Support', model: 'builtin/extract' }))._id;
      sourceId = (await client.knowledgeSources.create({ type: 'text', name: 'Shop rules', text }))._id;
      await client.knowledgeSources.waitUntilReady(sourceId);
    },
  });

  it('begins without sources, and takes one of the workspace', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/agents/${agentId}/knowledge`);
    await page.getByRole('heading', { name: 'No sources yet' }).waitFor();
    await checkPage(page, 'agent-knowledge-empty');
    await page.getByRole('combobox', { name: 'Attach a source' }).click();
    await page.getByRole('option', { name: 'Shop rules (Text)' }).click();
    await page.getByRole('link', { name: 'Shop rules' }).waitFor();
    const { knowledgeSources } = await t.client.agents.retrieve(agentId);
    expect(knowledgeSources).toEqual([sourceId]);
  });

  it('a change here is no conflict with what is typed on the other tab', async () => {
    const { page } = t.browser;
    const tabs = page.getByRole('navigation', { name: 'Agent tabs' });
    await tabs.getByRole('link', { name: 'Build' }).click();
    await page.getByLabel('Description').fill('Answers customers.');
    await tabs.getByRole('link', { name: 'Knowledge' }).click();
    await page.getByRole('radio', { name: 'Grounded' }).click();
    await expect.poll(async () => (await t.client.agents.retrieve(agentId)).answerMode).toBe('grounded');
    await page.getByRole('switch', { name: 'Judge replies with the model' }).click();
    await expect.poll(async () => (await t.client.agents.retrieve(agentId)).groundingJudge).toBe('model');
    await tabs.getByRole('link', { name: 'Build' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('All changes saved').waitFor();
    const { description, answerMode } = await t.client.agents.retrieve(agentId);
    expect({ description, answerMode }).toEqual({ description: 'Answers customers.', answerMode: 'grounded' });
    await tabs.getByRole('link', { name: 'Knowledge' }).click();
  });

  it('shows what a question finds and why, and opens the place', async () => {
    const { page } = t.browser;
    await page.getByRole('textbox', { name: 'Question' }).fill('return of books');
    await page.getByRole('form', { name: 'Test retrieval' }).getByRole('button', { name: 'Search' }).click();
    await page.getByText(/best first\.$/).waitFor();
    expect(await page.locator('mark').allTextContents()).toContain('Books');
    await checkPage(page, 'agent-knowledge');
    const first = page.getByRole('region', { name: 'Test retrieval' }).getByRole('listitem').first();
    await first.getByRole('link', { name: 'Shop rules' }).click();
    await page.locator('[data-place]').waitFor();
    expect(await page.locator('[data-place]').textContent()).toContain('Books must be unread.');
  });

  it('a question without an answer is listed, and gets one', async () => {
    const { page } = t.browser;
    for (const message of ['Is there a discount for students?', 'Do you sell violins?'])
      await t.client.agents.chat(agentId, { message });
    await page.goto(`${t.server.url}/agents/${agentId}/knowledge`);
    await page.getByRole('button', { name: 'Dismiss “Do you sell violins?”' }).click();
    await page.getByText('Do you sell violins?').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add answer to “Is there a discount for students?”' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/is created for it, and attached/).waitFor();
    await dialog.getByLabel('Answer').fill('Students get a tenth off.');
    await checkPage(page, 'agent-knowledge-answer');
    await dialog.getByRole('button', { name: 'Add answer' }).click();
    await page.getByRole('heading', { name: 'No unanswered questions' }).waitFor();
    expect((await t.client.agents.retrieve(agentId)).knowledgeSources).toHaveLength(2);
  });

  it('sources are put in order, and detached', async () => {
    const { page } = t.browser;
    await page.reload();
    await page.getByRole('button', { name: 'Move Shop rules down' }).click();
    await expect.poll(async () => (await t.client.agents.retrieve(agentId)).knowledgeSources[1]).toBe(sourceId);
    const other = (await t.client.agents.retrieve(agentId)).knowledgeSources[0] ?? '';
    const { name } = await t.client.knowledgeSources.retrieve(other);
    await page.getByRole('button', { name: `Detach ${name}` }).click();
    await expect.poll(async () => (await t.client.agents.retrieve(agentId)).knowledgeSources).toEqual([sourceId]);
  });

  it('a citation shows its quote, whether it still stands, and its place in the source', async () => {
    const { page } = t.browser;
    const { conversation, reply } = await t.client.agents.chat(agentId, { message: 'When can I return something?' });
    expect(reply?.citations[0]?.source).toBe(sourceId);
    await page.goto(`${t.server.url}/conversations/${conversation._id}`);
    const chip = page.getByRole('button', { name: 'Source 1: Shop rules' });
    await chip.click();
    const card = page.getByRole('dialog', { name: 'Source 1' });
    await card.getByText('The source still says so, in the same place.').waitFor();
    await checkPage(page, 'citation');
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    expect(await chip.evaluate((button) => button === document.activeElement)).toBe(true);

    await t.client.knowledgeSources.update(sourceId, { text: text.replace('30 days', '14 days') });
    await t.client.knowledgeSources.waitUntilReady(sourceId);
    await page.reload();
    await chip.click();
    await card.getByText('The source no longer says so.').waitFor();
    await card.getByRole('link', { name: 'Open in the source' }).click();
    await page.getByText(/of this link is no longer part of the source/).waitFor();
    await checkPage(page, 'citation-gone');
  });

  it('a place in a long source opens without what comes before, which can be shown', async () => {
    const { page } = t.browser;
    const parts = Array.from({ length: 120 }, (_, part) => `# Part ${part}\n\nThis is about the matter ${part}.`);
    const made = await t.client.knowledgeSources.create({
      ...{ type: 'text', name: 'Long', externalId: 'cms-1', text: parts.join('\n\n') },
    });
    await t.client.knowledgeSources.waitUntilReady(made._id);
    const { items } = await t.client.knowledgeSources.chunks.list(made._id, { q: 'the matter 110.' });
    const { document: documentId, number, start, end } = items[0] ?? { document: '', number: 0, start: 0, end: 0 };
    const place = `document=${documentId}&chunk=${number}&from=${start}&to=${end}`;
    await page.goto(`${t.server.url}/knowledge/${made._id}?${place}`);
    await page.getByRole('button', { name: 'Copy external ID cms-1' }).waitFor();
    const chunk = page.locator('[data-place]');
    await chunk.getByText('This is about the matter 110.').waitFor();
    await expect.poll(() => chunk.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator('mark').first().textContent()).toContain('the matter 110.');
    expect(await page.locator('[data-chunk]').count()).toBeLessThan(20);
    await checkPage(page, 'citation-deep');
    await page.getByRole('button', { name: 'Show from the beginning' }).click();
    await page.getByText('This is about the matter 0.').waitFor();
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});
