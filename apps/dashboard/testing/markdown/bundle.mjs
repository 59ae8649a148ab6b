import { join } from 'node:path';
import { build } from 'vite';

const home = join(import.meta.dirname, '../..');

/**
 * The script of a page that shows Markdown as the dashboard does, with React's checks of development.
 * @param {string} entry
 * @returns {Promise<string>}
 */
export async function bundlePage(entry = 'page.tsx') {
  const built = await build({
    configFile: false,
    root: home,
    mode: 'development',
    logLevel: 'error',
    resolve: { conditions: ['parley-source', 'module', 'browser', 'development|production'] },
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, entry), name: 'bundle', formats: ['iife'], fileName: 'page' },
      rolldownOptions: { onLog: () => {} },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  for (const file of outputs.flatMap((each) => ('output' in each ? each.output : [])))
    if (file.type === 'chunk') return file.code;
  throw new Error('Vite returned no code.');
}
