import { afterAll, describe, expect, it } from 'vitest';
import { type FakeProvider, providerKey, startFakeProvider } from '../../../server/testing/servers/fake-provider.ts';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('models, $name', (screen) => {
  let provider: FakeProvider;
  afterAll(() => provider?.close());
  const t = dashboard(screen, {
    // OpenAI's API is the fake provider's here, and its key isn't set.
    environment: async () => {
      provider = await startFakeProvider();
      return { OPENAI_BASE_URL: provider.url };
    },
  });
  const refuse = () =>
    provider.list((response) => {
      const error = { message: 'Incorrect API key provided.', type: 'invalid_request_error' };
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
  const accept = () =>
    provider.list((response) => {
      const data = ['gpt-5-mini', 'gpt-9'].map((id) => ({ id }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });

  it('without a provider, a new agent says what is missing, and where it is set up', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/agents/new`);
    const card = page.getByRole('region', { name: 'Models' });
    await card.getByText('No model provider is set up.').waitFor();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('group', { name: 'Not set up' }).waitFor();
    expect(await page.getByRole('option', { disabled: true }).allInnerTexts()).toEqual([
      expect.stringMatching(/^openai\/…\s+It has no API key \(OPENAI_API_KEY\)\.$/),
      expect.stringMatching(/^anthropic\/…/),
    ]);
    await checkPage(page, 'new-agent-no-provider');
    await page.keyboard.press('Escape');
    await card.getByRole('link', { name: 'Set up a provider' }).click();
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    await page.getByRole('region', { name: 'OpenAI' }).getByText('No key').waitFor();
    await checkPage(page, 'settings-models');
  });

  it('a key is tested, in the words of the provider, and works as soon as it is saved', async () => {
    const { page } = t.browser;
    refuse();
    const openai = page.getByRole('region', { name: 'OpenAI' });
    await openai.getByRole('button', { name: 'Add key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Key of OpenAI' });
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('Enter the key.').waitFor();
    await dialog.getByLabel('API key', { exact: true }).fill('sk-wrong');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('Its provider refused the API key (status 401).').waitFor();
    await dialog.getByText('Incorrect API key provided.').waitFor();
    await checkPage(page, 'provider-key-refused');
    accept();
    await dialog.getByLabel('API key', { exact: true }).fill(providerKey);
    await dialog.getByText('Incorrect API key provided.').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('OpenAI accepts the key and lists 2 models.').waitFor();
    await dialog.getByRole('button', { name: 'Save key' }).click();
    await dialog.waitFor({ state: 'detached' });
    await openai.getByText('Ready').waitFor();
    await openai.getByText(`Its key ends in ${providerKey.slice(-4)}.`).waitFor();
    await openai.getByRole('button', { name: 'Test' }).click();
    await openai.getByText('OpenAI accepts the key and lists 2 models.').waitFor();
    expect(await page.content()).not.toContain(providerKey);
    await checkPage(page, 'settings-models-ready');
  });

  it('four clicks lead from Home to an answer of a real model', async () => {
    const { page } = t.browser;
    await page.goto(t.server.url);
    let clicks = 0;
    const click = async (name: string | RegExp, role: 'link' | 'button' = 'button') => {
      await page.getByRole(role, { name }).first().click();
      clicks += 1;
    };
    await click('Create an agent', 'link');
    await click(/Customer support/);
    expect(await page.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('openai/gpt-5-mini');
    await click('Create agent');
    // On a wide screen it is open.
    if (screen.width < 1200) await click('Playground');
    await page.getByLabel(/^Message to/).fill('Hello?');
    await page.keyboard.press('Enter');
    await page.getByText('Hello from gpt-5-mini.').waitFor();
    expect(clicks).toBeLessThanOrEqual(4);
  });

  it('a model is tested where it is chosen', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/agents/new`);
    await page.getByRole('button', { name: 'Test model' }).click();
    await page.getByText(/^It replied “Hello from gpt-5-mini\.” after /).waitFor();
    const model = page.getByRole('combobox', { name: 'Model' });
    await model.click();
    await page.getByRole('group', { name: 'OpenAI' }).waitFor();
    await model.fill('gpt-9');
    await page.getByRole('option', { name: 'openai/gpt-9' }).click();
    await page.getByText(/It replied/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test model' }).click();
    await page.getByText(/^It replied “Hello from gpt-9\.” after /).waitFor();
  });

  it('a key is created beside the code that needs it, with what that needs', async () => {
    const { page } = t.browser;
    const [agent] = (await t.client.agents.list({ limit: 1 })).items;
    await page.goto(`${t.server.url}/agents/${agent?._id}/code`);
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate new key' });
    await dialog.getByLabel('Name').fill('From the Code tab');
    await dialog.getByRole('button', { name: 'Generate key' }).click();
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
    const [made] = (await t.client.apiKeys.list({ limit: 1 })).items;
    expect(made?.scopes).toEqual(['agents:read', 'agents:write', 'conversations:write']);
    await page.getByRole('button', { name: 'I have copied it' }).click();
  });

  it('a deleted key is used no more', async () => {
    const { page } = t.browser;
    await page.goto(`${t.server.url}/settings/models`);
    const openai = page.getByRole('region', { name: 'OpenAI' });
    await openai.getByRole('button', { name: 'Delete key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click();
    await openai.getByText('No key').waitFor();
    expect((await t.client.models.list()).default).toBe('builtin/extract');
    expect(t.browser.troubles).toEqual([]);
  });
});
