// @module-tag nightly

import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../setup/accessibility.ts';
import { chromiumPath, desk } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { letVisitorIn } from '../setup/desk-people.ts';

const question = 'مرحبًا، طلبت دراجة Bergen City قبل عشرة أيام. أين هي؟';
const answer = 'Guten Tag! Ihre Bestellung ist unterwegs.';
const written = 'أهلًا، الدراجة في Hamburg وتصل غدًا.';

/** The base direction of the line at the beginning of an element: where its first letter stands. */
const directionOf = (text: Locator) =>
  text.evaluate((element) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    range.setStart(node ?? element, 0);
    range.setEnd(node ?? element, 1);
    const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return box.right - letter.right < letter.left - box.left ? 'rtl' : 'ltr';
  });

describe.skipIf(chromiumPath === undefined)('an Arabic visitor with a German agent', () => {
  let id = '';
  const t = dashboard(desk, {
    prepare: async (started) => {
      const { client } = started;
      const source = await client.knowledgeSources.create({
        ...{ type: 'qa', name: 'Lieferung', pairs: [{ question, answer }] },
      });
      await client.knowledgeSources.waitUntilReady(source._id);
      const { _id: agent } = await client.agents.create({
        ...{ name: 'Fahrradladen', model: 'builtin/extract', knowledgeSources: [source._id] },
      });
      const settings = { handover: { offered: true } };
      const channel = await client.channels.create(agent, { type: 'page', name: 'Hilfe', settings });
      const visitor = await letVisitorIn(started, channel._id);
      id = (await visitor.agents.chat(agent, { message: question })).conversation._id;
      await visitor.conversations.handOver(id, { reason: 'asked', summary: question });
    },
  });
  const page = () => t.browser.page;
  const bubble = (text: string) => page().getByRole('article').getByText(text);

  it('every text of the transcript has the direction of its language', async () => {
    await page().goto(`${t.server.url}/conversations/${id}`);
    await bubble(question).first().waitFor();
    expect(await directionOf(bubble(question).first())).toBe('rtl');
    expect(await directionOf(bubble(answer).first())).toBe('ltr');
    const details = page().locator('p').filter({ hasText: question }).last();
    expect(await details.getAttribute('dir')).toBe('auto');
    const title = page().getByRole('heading', { level: 1 }).locator('[dir="auto"]').first();
    expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    const row = page().locator('a[data-row]').first();
    expect(await row.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await checkPage(page(), 'arabic');
  });

  it('the composer turns with what is written, and so do notes', async () => {
    await page().keyboard.press('t');
    const field = page().getByLabel('Your reply');
    await field.and(page().locator(':focus')).waitFor();
    const direction = () => field.evaluate((element) => getComputedStyle(element).direction);
    expect(await direction()).toBe('ltr');
    await page().keyboard.type(written);
    await expect.poll(async () => [await field.inputValue(), await direction()]).toEqual([written, 'rtl']);
    await page().keyboard.press('Enter');
    const said = page().getByRole('article', { name: 'Message from You' }).getByText(written);
    await said.waitFor();
    expect(await directionOf(said)).toBe('rtl');
    await page().keyboard.press('Escape');
    await page().keyboard.press('n');
    const note = page().getByRole('textbox', { name: 'Private note' });
    await note.and(page().locator(':focus')).waitFor();
    await page().keyboard.type(written);
    expect(await note.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await page().keyboard.press('Enter');
    const noted = page().getByRole('article', { name: 'Private note from You' }).getByText(written);
    await noted.waitFor();
    expect(await directionOf(noted)).toBe('rtl');
  });

  it('the work list of Home has it, too', async () => {
    await t.client.conversations.release(id);
    await t.client.conversations.handOver(id, { reason: 'asked' });
    await page().goto(t.server.url);
    const name = page().getByText(question.slice(0, 20)).first();
    await name.waitFor();
    expect(await name.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });

  it('throws nothing, and violates no policy', () => {
    expect(t.browser.troubles).toEqual([]);
  });
});
