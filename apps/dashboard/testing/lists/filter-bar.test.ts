// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { becomesQuiet } from '../every-page/every/quiet.ts';
import { chromiumPath, photograph, screens } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';

describe.skipIf(chromiumPath === undefined).each(screens)('the filter bar of conversations, on $name', (screen) => {
  let agent = '';
  const t = dashboard(screen, {
    prepare: async ({ client }) => {
      agent = (await client.agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
      for (const tag of ['late', 'early']) {
        const { _id } = await client.conversations.create(agent, { title: `A ${tag} parcel`, tags: [tag] });
        await client.messages.send(_id, { content: `It is ${tag}` });
      }
    },
  });

  /** Positions of the fields, and of the list below them. */
  const places = async () => {
    const { page } = t.browser;
    await becomesQuiet(page);
    const main = page.getByRole('main');
    const fields = [
      main.getByRole('searchbox'),
      ...[/^View/, /^Filters/, 'Actions for the list'].map((name) => main.getByRole('button', { name })),
      main.getByRole('status').first(),
    ];
    const boxes = await Promise.all(fields.map((field) => field.boundingBox()));
    const list = await main.getByRole('list', { name: 'Conversations' }).boundingBox();
    return [...boxes.slice(0, -1), boxes.at(-1)?.y, list?.y];
  };

  it.each(['status=open', 'tag=late', 'tag=late&rating=&user=&status=open', 'q=parcel', 'agent='])(
    'stays where it is with %s',
    async (search) => {
      const { page } = t.browser;
      await page.goto(`${t.server.url}/conversations`);
      await page.getByText('2 conversations', { exact: true }).waitFor();
      const before = await places();
      await page.goto(`${t.server.url}/conversations?${search}${search.endsWith('agent=') ? agent : ''}`);
      await page.getByRole('button', { name: 'Clear', exact: true }).waitFor();
      await page.getByText(/^\d conversations?$/).waitFor();
      await photograph(page, `filter-bar-${search.replaceAll(/\W/g, '-')}`);
      expect(await places()).toEqual(before);
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await page.getByText('2 conversations', { exact: true }).waitFor();
      expect(await places()).toEqual(before);
    },
  );
});
