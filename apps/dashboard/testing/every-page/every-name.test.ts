// @module-tag nightly

import { describe, expect, it } from 'vitest';
import { chromiumPath, desk, type Screen } from '../setup/browser.ts';
import { dashboard } from '../setup/dashboard.ts';
import { isComplete } from '../setup/level.ts';
import { agentPages, otherPages } from './every/pages.ts';
import { becomesQuiet, overflow } from './every/quiet.ts';
import { makeWorld, type Names, type World } from './every/world.ts';
import { zoomed } from './every/zoomed.ts';

const long = (word: string, length = 200) => word.repeat(length).slice(0, length);

const arabic = {
  ...{ agent: 'دليل محرك الفروق', source: 'قواعد المتجر والإرجاع', pairs: 'أسئلة وأجوبة', channel: 'المتجر' },
  ...{ key: 'مفتاح الموقع', workspace: 'مساحة ثانية', user: 'عميل-٧' },
};

const emoji = {
  ...{ agent: '👩🏽‍🚀'.repeat(20), source: '📚'.repeat(60), pairs: '🤔'.repeat(60), channel: '🛒'.repeat(40) },
  ...{ key: '🔑'.repeat(40), workspace: '🏗️'.repeat(20), user: '🙋🏿'.repeat(30) },
};

/** The lengths that names may have. */
const lengths = { agent: 200, source: 200, pairs: 200, channel: 80, key: 100, workspace: 80, user: 200 };

/** Of emoji and Arabic, and then as long as a name may be without a space. */
const mixed = (name: keyof Names): string => {
  const start = `${[...emoji[name]].slice(0, 8).join('')}${arabic[name]} `;
  return start + long('Unbroken', lengths[name] - start.length);
};

const apart: Readonly<Record<string, Names>> = {
  'without a space': {
    ...{ agent: long('Unbroken'), source: long('Sourceless'), pairs: long('Paired'), channel: long('Shop', 80) },
    ...{ key: long('Key', 100), workspace: long('Workspace', 80), user: long('customer_', 200) },
  },
  'from right to left': arabic,
  'of emoji': emoji,
};

const together: Readonly<Record<string, Names>> = {
  'without a space, from right to left and of emoji': {
    ...{ agent: mixed('agent'), source: mixed('source'), pairs: mixed('pairs'), channel: mixed('channel') },
    ...{ key: mixed('key'), workspace: mixed('workspace'), user: mixed('user') },
  },
};

/** In `npm test` one world has names of every kind; `npm run test:all` also has a world of each kind. */
const kinds = isComplete ? { ...together, ...apart } : together;

/** The least width, and half of a usual one. */
const screens: readonly Screen[] = [zoomed, { name: 'least', width: 320, height: 640 }];

describe.skipIf(chromiumPath === undefined).each(Object.entries(kinds))('names %s', (_kind, names) => {
  let world: World;
  const t = dashboard(desk, {
    prepare: async ({ client }) => {
      world = await makeWorld(client, names);
    },
  });

  it.each([...agentPages, ...otherPages])('$name', async ({ path }) => {
    const { page } = t.browser;
    await page.setViewportSize(desk);
    await page.goto(t.server.url + path(world));
    await page.getByRole('heading', { level: 1 }).waitFor();
    const found: string[] = [];
    for (const screen of [desk, ...screens]) {
      await page.setViewportSize(screen);
      await becomesQuiet(page);
      found.push(...(await overflow(page)).map((what) => `${screen.width} pixels: ${what}`));
    }
    expect(found).toEqual([]);
    expect(t.browser.troubles.splice(0)).toEqual([]);
  });
});
