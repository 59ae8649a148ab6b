import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlePage } from './markdown/bundle.mjs';
import type { TestPage } from './markdown/page.tsx';
import { type Browser, chromiumPath, desk, openBrowser } from './setup/browser.ts';

declare const testPage: TestPage;

/**
 * Markdown and what it is shown as: the examples of CommonMark and GitHub's flavour, hostile texts, character references
 * and addresses. Made by `marked` and DOMPurify, apart from the differences in docs/decisions/0059.
 */
const examples: readonly (readonly [markdown: string, shape: string])[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'markdown/examples.json'), 'utf8'),
);

const allowed = [
  ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'blockquote', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'h5', 'h6'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'section', 'figure', 'sup'],
];
const attributes = ['href', 'target', 'rel', 'title', 'start', 'style', 'class', 'tabindex', 'aria-label'];
const links = ['http: http://', 'https: https://', 'mailto: mailto:', 'tel: tel:'].map(
  (address) => `${address} noopener nofollow _blank`,
);

/** The same texts each time, unless `PARLEY_TEST_SEED` or `PARLEY_TEST_RUNS` asks for others. */
const seed = Number(process.env['PARLEY_TEST_SEED'] ?? 59);
const numRuns = Number(process.env['PARLEY_TEST_RUNS'] ?? 400);

/** Parts of addresses and HTML that do harm together. */
const part = fc.constantFrom(
  ...['javascript:', 'JaVa', 'script:', 'data:text/html,', 'vbscript:', 'https:', 'http://', '//', '/api/', 'x.y', '@'],
  ...['&#106;', '&#x0a;', '&Tab;', '&colon;', '&lt;', '&amp;lt;', '&#0;', '&NewLine;', '&quot;', '\u0001', '\u00a0'],
  ...['<script>', '</script>', '<img src=x onerror=x>', '<a href="javascript:x">', '<svg onload=x>', '<br>', '<!--'],
  ...['[', '](', ')', '![', '<', '>', '"', ' onclick=x', '`', '```\n', '\n\n', '\n', '# ', '- [x] ', '3. ', '> ', '**'],
  ...['| a |\n|-|\n| ', '[r]: javascript:x\n', '[r]', '\\', '⸨1⸩', 'www.', 'mailto:a@b.cd', 'tel:1', '\ud83d', '\0'],
);
const hostile = fc.array(part, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
const hostileLink = fc.tuple(hostile, fc.constantFrom('[a](', '![a](', '<', '[r]\n\n[r]: ')).map(([to, from]) => {
  const target = to.replace(/\s/g, '');
  return `${from}${target}${from.endsWith('(') ? ')' : from === '<' ? '>' : ''}`;
});

describe.skipIf(chromiumPath === undefined)('Markdown', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser('about:blank', desk);
    await browser.page.setContent('<!doctype html><title>Markdown</title>');
    await browser.page.addScriptTag({ content: await bundlePage() });
  });
  afterAll(() => browser?.close());

  const shapesOf = (...texts: string[]) => browser.page.evaluate((all) => testPage.shapesOf(all), texts);

  it('is shown as the examples say', async () => {
    const shapes = await shapesOf(...examples.map(([markdown]) => markdown));
    expect(examples.length).toBeGreaterThan(700);
    expect(examples.map(([markdown], index) => [markdown, shapes[index]])).toEqual(examples);
    // React warns of elements that can't stand in each other.
    expect(browser.troubles).toEqual([]);
  });

  it('that grows is rendered again in its last block only', async () => {
    const steps = [
      '# One',
      '# One\n\nTwo',
      '# One\n\nTwo **th',
      '# One\n\nTwo **three**\n\n- a',
      '# One\n\nTwo **three**\n\n- ab',
    ];
    const grown = await browser.page.evaluate((all) => testPage.grow(all), steps);
    expect(grown.shape).toBe('<h3>One</h3><p>Two <strong>three</strong></p><ul><li>ab</li></ul>');
    expect(grown.kept).toEqual([0, 1, 2, 2, 3]);
    expect(grown.rendered).toEqual([['One'], ['Two'], ['Two **th'], ['Two ', 'three', 'a'], ['ab']]);
  });

  it('has only elements, attributes and links of the list, whatever is in it', { timeout: 300_000 }, async () => {
    const texts = fc.sample(fc.oneof(hostile, hostileLink), { seed, numRuns });
    const found = await browser.page.evaluate(
      (all) => testPage.found(all),
      [...texts, ...examples.map(([text]) => text)],
    );
    expect(allowed).toEqual(expect.arrayContaining(found.elements));
    expect(attributes).toEqual(expect.arrayContaining(found.attributes));
    expect([...found.links].sort()).toEqual(links);
    expect(browser.troubles).toEqual([]);
  });
});
