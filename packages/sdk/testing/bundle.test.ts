// @module-tag pure

import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Bundles what a page loads at once of the package for browsers, as a production build does. */
async function bundle(names: string) {
  const { outputFiles, metafile } = await build({
    ...{ bundle: true, minify: true, write: false, metafile: true, format: 'esm', platform: 'browser' },
    // Modules that are imported on demand are in files of their own.
    ...{ splitting: true, outdir: 'out' },
    stdin: { contents: `export { ${names} } from '../src/index.ts';`, resolveDir: import.meta.dirname },
  });
  const others = Object.keys(metafile.inputs).filter((path) => !/^(?:.*\/)?src\/|^<stdin>$/.test(path));
  const loaded = new Set(Object.keys(metafile.outputs).filter((path) => path.endsWith('stdin.js')));
  for (const path of loaded) {
    const imports = metafile.outputs[path]?.imports ?? [];
    for (const { kind, path: next } of imports) if (kind === 'import-statement') loaded.add(next);
  }
  const files = outputFiles.filter(({ path }) => [...loaded].some((name) => path.endsWith(name)));
  return { size: gzipSync(Buffer.concat(files.map(({ contents }) => contents))).length, others };
}

it.each([
  ['Parley', 15_700],
  ['toUIMessageStreamResponse', 2500],
  ['webhooks', 2500],
  ['NotFoundError', 1000],
])('%s takes at most %i bytes of a page, gzipped, and no other package', async (names, most) => {
  const { size, others } = await bundle(names);
  expect(others).toEqual([]);
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThanOrEqual(most);
});
