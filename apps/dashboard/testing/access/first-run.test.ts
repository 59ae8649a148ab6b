import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { type Browser, chromiumPath, openBrowser, screens } from '../setup/browser.ts';
import { type Server, startServer } from '../setup/server.ts';

const run = promisify(execFile);
const password = 'four words make a pass';

describe.skipIf(chromiumPath === undefined).each(screens)('the first two minutes, $name', (screen) => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer();
    browser = await openBrowser(server.url, screen);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const check = (name: string) => checkPage(browser.page, name);

  it('directs visitors without a link to the terminal', async () => {
    const { page } = browser;
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Parley is waiting for its owner' }).waitFor();
    await check('setup-no-link');
  });

  it('explains an invalid link, and how to get another', async () => {
    const { page } = browser;
    await page.goto(`${server.url}/setup#token=wrong`);
    await page.reload();
    await page.goto(`${server.url}/setup?again#token=wrong`);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').getByText('The set-up link is wrong, has been used or has expired.').waitFor();
    await page.getByText('restart the server').first().waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await check('setup-wrong-link');
  });

  it('creates the first owner and opens the first steps', async () => {
    const { page } = browser;
    await page.goto(`about:blank`);
    await page.goto(server.setupLink);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByLabel('Workspace name').fill('Analytical Engines');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Must have at least 12 characters.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('passwordpassword');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Is too easy to guess.').waitFor();
    await check('setup');
    expect(page.url()).toBe(`${server.url}/setup`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await check('home-first');
  });

  it('creates an agent from a template', async () => {
    const { page } = browser;
    await page.getByRole('link', { name: 'Create an agent' }).click();
    await page.getByRole('button', { name: /Customer support/ }).click();
    expect(await page.getByLabel('System prompt').inputValue()).toContain('You answer our customers’ questions.');
    await check('new-agent');
    await page.getByRole('button', { name: 'Create agent' }).click();
    await page.getByRole('heading', { name: 'Support', exact: true }).waitFor();
    await check('agent-build');
  });

  it('talks to it in the playground', async () => {
    const { page } = browser;
    await page.goto(server.url);
    await page.getByText('Talk to your agent').waitFor();
    await page.getByRole('link', { name: 'Open the playground' }).click();
    const playground = page.getByRole(screen.width < 1200 ? 'dialog' : 'complementary', { name: 'Playground' });
    await playground.getByLabel('Message to Support').fill('What do you sell?');
    await page.keyboard.press('Enter');
    await playground.getByText('I have found nothing about that in my knowledge sources.').waitFor();
    await playground.getByLabel(/complete after/).waitFor();
    await check('playground-first');
  });

  it('generates a key with a working curl command, and shows it once', async () => {
    const { page } = browser;
    await page.goto(`${server.url}/settings/api-keys`);
    await page.getByText('No active keys').waitFor();
    await check('keys-empty');
    await page.getByRole('button', { name: 'Generate New Key' }).first().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Generate New Key' }).first().click();
    await page.getByRole('button', { name: 'Generate key' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByLabel('Name').fill('Website backend');
    await check('key-new');
    await page.getByRole('button', { name: 'Generate key' }).click();
    await page.getByRole('heading', { name: 'Your new key' }).waitFor();
    const key = await page.getByRole('textbox', { name: 'Website backend' }).inputValue();
    expect(key).toMatch(/^parley_[0-9A-Za-z]{38}$/);
    await check('key-shown');
    await page.getByRole('button', { name: 'Copy curl command' }).click();
    const pasted = await page.evaluate(() => navigator.clipboard.readText());
    expect(pasted).toContain(key);
    const { stdout } = await run('bash', ['-c', `${pasted} --silent`]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { items: [{ name: 'Support' }] } });
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(`parley_…${key.slice(-4)}`).waitFor();
    expect(await page.content()).not.toContain(key);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(key);
    await check('keys');
  });

  it('has completed the first steps', async () => {
    const { page } = browser;
    await page.goto(server.url);
    await page.getByRole('list', { name: 'Recently changed agents' }).getByRole('link', { name: 'Support' }).waitFor();
    await page.getByText('Nothing waits for you.').waitFor();
    await check('home');
  });

  it('refuses the link a second time', async () => {
    const { page } = browser;
    await page.goto('about:blank');
    await page.goto(server.setupLink);
    await page.getByRole('heading', { name: 'Parley is already set up' }).waitFor();
    await check('setup-done');
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(browser.troubles).toEqual([]);
  });
});
