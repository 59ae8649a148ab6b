// @module-tag nightly

import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath, phone, photograph } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { sessionClient } from '../setup/server.ts';
import { password } from '../setup/signed-in.ts';

const address = 'a.person.with.quite.many.names@subdomain.of.a.company.with.a.long.name.example.com';
const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenträgerverordnung';
const sentence = 'What happens to a parcel that customs have sent back without a reason?';

/** Min height of a touch target, in pixels, with a tolerance for rounding. */
const finger = 39;

describe.skipIf(chromiumPath === undefined)('the dashboard on a phone', () => {
  let long = '';
  const t = dashboard(phone, {
    prepare: async ({ server, client }) => {
      const [{ _id: workspaceId } = { _id: '' }] = (await client.workspaces.list()).items;
      const { url } = await client.workspaces.invitations.create(workspaceId, { email: address, role: 'viewer' });
      const [, token = ''] = url?.split('#token=') ?? [];
      await sessionClient(server.url).invitations.accept({ token, name: '', password });
      const agent = await client.agents.create({ name: word, model: 'builtin/echo' });
      await client.agents.chat(agent._id, { message: word, userId: address });
      long = (await client.agents.chat(agent._id, { message: sentence, userId: address })).conversation._id;
      await client.apiKeys.create({ name: word, scopes: ['agents:read'] });
    },
  });
  const at = (path: string) => t.browser.page.goto(t.server.url + path);
  const box = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const right = async (of: Locator) => {
    const { x, width } = await box(of);
    return x + width;
  };

  it('long words and addresses push nothing off the screen', async () => {
    const { page } = t.browser;
    await at('/conversations');
    const time = page.getByRole('listitem').filter({ hasText: word }).first().locator('time');
    await time.waitFor();
    await photograph(page, 'phone-long-words');
    expect(await right(time)).toBeLessThan(phone.width);
    await at('/settings/members');
    const actions = page.getByRole('button', { name: /^Actions for a\.person/ });
    await actions.waitFor();
    expect(await right(actions)).toBeLessThan(phone.width);
    await at('/settings/api-keys');
    const keyActions = page.getByRole('button', { name: `Actions for ${word}` });
    await keyActions.waitFor();
    expect(await right(keyActions)).toBeLessThan(phone.width);
  });

  it('the title of a conversation takes two lines, and authors stay within the page', async () => {
    const { page } = t.browser;
    await at(`/conversations/${long}`);
    const title = page.getByRole('heading', { level: 1 });
    await title.getByText('What happens to').waitFor();
    await photograph(page, 'phone-title');
    expect((await box(title.getByText('What happens to'))).height).toBe(40);
    const author = page.getByRole('article', { name: `Message from ${address}` }).getByText(address);
    expect((await box(author)).x).toBeGreaterThan(0);
    const time = page
      .getByRole('article', { name: `Message from ${address}` })
      .getByRole('time')
      .or(page.locator('time'));
    expect((await box(time.first())).height).toBeLessThan(24);
  });

  it('every touch target is large enough', async () => {
    const { page } = t.browser;
    const pressable = page.locator(
      'button:visible, [role=combobox]:visible, select:visible, input:not([type=checkbox]):visible',
    );
    const check = async (name: string) => {
      for (const each of await pressable.all()) {
        const of = (await each.getAttribute('aria-label')) ?? (await each.innerText());
        // Its text is small; the touch target extends beyond it.
        if (of.startsWith('Copy ') && !of.startsWith('Copy code')) continue;
        expect((await box(each)).height, `${name}: ${of}`).toBeGreaterThanOrEqual(finger);
      }
    };
    await at('/conversations');
    await page.getByRole('button', { name: 'Actions for the list' }).waitFor();
    await check('conversations');
    await at(`/conversations/${long}`);
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Give back to the agent' }).waitFor();
    await page.getByRole('button', { name: 'Good reply' }).click();
    await page.getByRole('button', { name: 'Add a comment' }).waitFor();
    await check('conversation');
    await page.getByRole('button', { name: 'Actions for the conversation' }).click();
    await page.getByRole('menuitem', { name: 'Close' }).waitFor();
    expect((await box(page.getByRole('menuitem', { name: 'Close' }))).height).toBeGreaterThanOrEqual(finger);
    await at('/settings/members');
    await page.getByRole('button', { name: 'Invite' }).waitFor();
    await check('members');
    await at('/settings/api-keys');
    await page.getByRole('button', { name: 'Generate New Key' }).click();
    await page.getByRole('dialog').getByText('Create and update agents').click({ force: true });
    expect(await page.getByRole('checkbox', { name: 'agents:write' }).isChecked()).toBe(true);
  });

  it('violates no policy, throws nothing and requests nothing from elsewhere', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});
