import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined)('suggestions', () => {
  let id = '';
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      const agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      id = (await client.agents.chat(agent, { message: 'Where is my parcel?' })).conversation._id;
    },
  });
  const page = () => t.browser.page;
  const field = () => page().getByRole('textbox', { name: 'Your reply' });
  const draft = () => page().getByRole('button', { name: 'Draft a reply' });

  it('are drafted into the field, never sent by themselves, and can be taken back', async () => {
    await page().goto(`${t.server.url}/conversations/${id}`);
    await page().getByRole('button', { name: 'Take over' }).click();
    await draft().waitFor();
    await field().fill('Politely');
    await page().getByRole('button', { name: 'Draft from my words' }).click();
    await page().getByText('Drafted by').waitFor();
    expect(await field().inputValue()).toBe('Where is my parcel?');
    await checkPage(page(), 'reply-drafted');
    await page().getByRole('button', { name: 'Undo' }).click();
    expect(await field().inputValue()).toBe('Politely');
    await field().fill('');
    await field().blur();
    await page().keyboard.press('d');
    await page().getByText('Drafted by').waitFor();
    expect(await field().inputValue()).toBe('Where is my parcel?');
    expect((await t.client.messages.list(id)).items).toHaveLength(2);
    // A built-in model can only repeat.
    expect(await page().getByRole('button', { name: 'Sum up' }).count()).toBe(0);
    await field().press('Enter');
    await expect.poll(async () => (await t.client.messages.list(id)).items[0]?.role).toBe('human');
    await draft().waitFor();
  });
});
