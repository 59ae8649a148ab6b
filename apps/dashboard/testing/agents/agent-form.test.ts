import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, holdBack, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

/** The service's refusal of a body with two invalid fields. */
const refusal = {
  success: false,
  error: 'The body is wrong.',
  code: 'validation_failed',
  requestId: 'req_1',
  details: [
    { path: 'systemPrompt', message: 'must be kinder' },
    { path: 'model', message: 'must be another' },
  ],
};

describe.skipIf(chromiumPath === undefined).each(screens)('the form of an agent, $name', (screen) => {
  let agentId: string;
  const t = dashboard(screen, {
    prepare: async ({ client }) => {
      agentId = (await client.agents.create({ name: 'Guide', model: 'builtin/echo', systemPrompt: 'Be brief.' }))._id;
    },
  });
  const open = async () => {
    await t.browser.page.goto(`${t.server.url}/agents/${agentId}`);
    await t.browser.page.getByText('All changes saved').waitFor();
  };
  const field = (name: string) => t.browser.page.getByLabel(name, { exact: true });
  const focused = (name: string) => field(name).and(t.browser.page.locator(':focus')).waitFor();
  const save = () => t.browser.page.getByRole('button', { name: 'Save' }).click();

  it('says in its bar what is saved, without a toast', async () => {
    const { page } = t.browser;
    await open();
    const bar = page.locator('form [data-state]');
    expect(await bar.getAttribute('data-state')).toBe('idle');
    await field('Description').fill('Knows the engine.');
    await page.getByRole('status').getByText('Unsaved changes').waitFor();
    expect(await bar.getAttribute('data-state')).toBe('changed');
    await checkPage(page, `agent-unsaved-${screen.name}`);
    await save();
    await page.getByRole('status').getByText('All changes saved').waitFor();
    await page.locator('form [data-state="idle"]').waitFor();
    expect(await page.getByText('Saved.', { exact: true }).count()).toBe(0);
    expect((await t.client.agents.retrieve(agentId)).description).toBe('Knows the engine.');
  });

  it('shows the first field that is wrong, wherever it is', async () => {
    const { page } = t.browser;
    await open();
    await field('Name').fill(' ');
    await field('System prompt').fill('Be brief, and kind.');
    await field('System prompt').blur();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await save();
    await focused('Name');
    await page.getByText('1 field needs a correction').waitFor();
    await expect
      .poll(() => field('Name').evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('shows the first field that the service refuses, in the order of the page', async () => {
    const { page } = t.browser;
    await page.route('**/api/agents/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
    );
    await open();
    await field('System prompt').fill('Be brief, and kind.');
    await page.keyboard.press('Control+s');
    await page.getByText('Must be kinder.').waitFor();
    await page.getByRole('combobox', { name: 'Model' }).and(page.locator(':focus')).waitFor();
    await page.getByText('2 fields need a correction').waitFor();
    await checkPage(page, `agent-refused-${screen.name}`);
    await page.unroute('**/api/agents/*');
    await save();
    await page.getByText('All changes saved').waitFor();
    expect((await t.client.agents.retrieve(agentId)).systemPrompt).toBe('Be brief, and kind.');
  });

  it('adds fallback models, orders and removes them, and says beside them what the service refuses', async () => {
    const { page } = t.browser;
    await open();
    const stored = async () => (await t.client.agents.retrieve(agentId)).fallbackModels;
    const list = page.getByRole('list', { name: 'Fallback models' });
    const input = page.getByRole('combobox', { name: 'Add a fallback' });
    const add = async (name: string) => {
      await input.fill(name);
      await input.press('Enter');
      await list.getByText(name, { exact: true }).waitFor();
    };
    await add('openai/a');
    await add('builtin/extract');
    await page.getByRole('button', { name: 'Move builtin/extract up' }).click();
    await checkPage(page, `agent-fallbacks-${screen.name}`);
    await save();
    await page.getByText('All changes saved').waitFor();
    expect(await stored()).toEqual(['builtin/extract', 'openai/a']);
    await add('builtin/echo');
    await input.waitFor({ state: 'detached' });
    await save();
    await page.getByText(/^Must differ from/).waitFor();
    await page.getByRole('button', { name: 'Remove builtin/echo' }).click();
    await page.getByRole('button', { name: 'Remove openai/a' }).click();
    await save();
    await page.getByText('All changes saved').waitFor();
    expect(await stored()).toEqual(['builtin/extract']);
  });

  it('sets, copies and clears the external ID, and says beside it that another agent has it', async () => {
    const { page } = t.browser;
    await t.client.agents.create({ name: 'Other', externalId: 'crm-1' });
    await open();
    const stored = async () => (await t.client.agents.retrieve(agentId)).externalId;
    const copy = page.getByRole('button', { name: 'Copy external ID' });
    expect(await copy.count()).toBe(0);
    await field('External ID').fill('crm-1');
    await save();
    await page.getByText('Already in use in this workspace.').waitFor();
    await focused('External ID');
    await checkPage(page, `agent-external-id-${screen.name}`);
    expect(await stored()).toBeNull();
    await field('External ID').fill(' crm-2 ');
    await save();
    await page.getByText('All changes saved').waitFor();
    expect(await stored()).toBe('crm-2');
    await copy.click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('crm-2');
    await field('External ID').fill('x'.repeat(201));
    await save();
    await page.getByText('Must have at most 200 characters.').waitFor();
    await field('External ID').fill('');
    await save();
    await page.getByText('All changes saved').waitFor();
    expect(await stored()).toBeNull();
  });

  it('says why a duplicate was refused, and opens none if the user has left meanwhile', async () => {
    const { page } = t.browser;
    const address = '**/api/agents/*/duplicate';
    const duplicate = async () => {
      await page.getByRole('button', { name: 'Actions for the agent' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    };
    await open();
    const full = { success: false, error: 'All 3 agents are in use.', code: 'quota_exceeded', requestId: 'req_1' };
    await page.route(address, (route) => route.fulfill({ status: 409, json: full }));
    await duplicate();
    await page.getByRole('alert').getByText('All 3 agents are in use.').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/agents/${agentId}`);
    await page.unroute(address);
    await page.reload();
    const letThrough = await holdBack(page, address);
    await duplicate();
    await page.getByRole('link', { name: 'Agents', exact: true }).first().click();
    await page.waitForURL(/\/agents$/);
    letThrough();
    await page.getByText(/\(copy\) created\.$/).waitFor();
    await page
      .getByRole('link', { name: /\(copy\)/ })
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/agents');
    await page.unroute(address);
  });

  it('shows the form if it is saved by the keyboard from another tab', async () => {
    const { page } = t.browser;
    await open();
    await field('Name').fill('');
    await page.getByRole('link', { name: 'Code', exact: true }).click();
    await page.getByText('Before you begin').waitFor();
    await page.keyboard.press('Control+s');
    await focused('Name');
    await field('Name').fill('Guide to the engine');
    await page.getByRole('link', { name: 'Code', exact: true }).click();
    await page.getByText('Before you begin').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('All changes saved').waitFor();
    expect((await t.client.agents.retrieve(agentId)).name).toBe('Guide to the engine');
  });

  it('finds words in the prompt, and edits at the place', async () => {
    const { page } = t.browser;
    await open();
    const lines = Array.from(
      { length: 120 },
      (_, line) => `Rule ${line}: be ${line % 40 === 39 ? 'Polite' : 'brief'}.`,
    );
    await field('System prompt').fill(lines.join('\n'));
    await page.getByText(/^About [\d,]+ tokens$/).waitFor();
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    const search = page.getByRole('search', { name: 'Find in the prompt' });
    const words = search.getByRole('textbox');
    const selected = () =>
      field('System prompt').evaluate((element: HTMLTextAreaElement) => [
        element.value.slice(0, element.selectionStart).split('\n').length - 1,
        element.value.slice(element.selectionStart, element.selectionEnd),
      ]);
    await words.fill('polite');
    await search.getByText('1 of 3').waitFor();
    await expect.poll(selected).toEqual([39, 'Polite']);
    await checkPage(page, `agent-find-${screen.name}`);
    await words.press('Enter');
    await search.getByText('2 of 3').waitFor();
    await expect.poll(selected).toEqual([79, 'Polite']);
    await words.press('Shift+Enter');
    await words.press('Shift+Enter');
    await search.getByText('3 of 3').waitFor();
    // The place is in sight, in the field and on the screen.
    await expect
      .poll(() =>
        page.locator('mark[data-current]').evaluate((mark) => {
          const { top, bottom } = mark.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
    await words.press('Escape');
    await focused('System prompt');
    await page.keyboard.type('kind');
    expect((await field('System prompt').inputValue()).split('\n')[119]).toBe('Rule 119: be kind.');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await words.fill('rude');
    await search.getByText('Not found').waitFor();
    await search.getByRole('button', { name: 'Close find' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});
