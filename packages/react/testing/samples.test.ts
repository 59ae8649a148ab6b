// @module-tag pure

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, 'samples');
const samples = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

/** `npm run check` compiles the samples against the package. */
it.each(['packages/react/README.md', 'docs/guides/website-chat.md'])('%s shows the code that is compiled', (page) => {
  const text = readFileSync(resolve(import.meta.dirname, '../../..', page), 'utf8');
  const blocks = [...text.matchAll(/^```tsx\n(.*?)^```$/gms)].map(([, code]) => code);
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of blocks) expect(samples).toContain(block);
});
