import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { aside, beside, nameChunks } from './scripts/chunks.mjs';
import { checkLibraryStyles } from './scripts/library-styles.mjs';
import { preloadFont } from './scripts/preload-font.mjs';
import { preloadPages } from './scripts/preload-pages.mjs';

/** The server replaces this by each response's nonce (`apps/server/src/http/pages/dashboard.ts`). */
const noncePlaceholder = '__CSP_NONCE__';

const home = import.meta.dirname;

/** Address of the API that `npm run dev` uses. */
const api = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

export default defineConfig(({ command }) => ({
  root: home,
  plugins: [
    preloadFont(),
    preloadPages(),
    checkLibraryStyles(join(home, 'src/ui/styles/mantine.css')),
    ...(command === 'serve' ? [react()] : []),
  ],
  html: { cspNonce: noncePlaceholder },
  // The SDK's sources instead of its build; the other conditions are Vite's defaults, which this setting replaces.
  resolve: { conditions: ['parley-source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // An inlined image would need `data:` in the policy, and would not be shared.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // For the notices in the server's package: the server serves nothing of this folder.
    license: { fileName: '.vite/license.json' },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // "use client" means nothing where no server renders.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
      output: {
        codeSplitting: {
          groups: [
            { name: nameChunks(join(home, 'src')), debugName: 'by pages', priority: 1 },
            // Of the rest, what always loads with the frame and with a conversation: one request each, however small.
            { name: 'aside', test: aside, minSize: 0 },
            { name: 'beside', test: beside, minSize: 0 },
          ],
          includeDependenciesRecursively: false,
          // Smaller chunks cost more in requests and compression than they save.
          minSize: 12_000,
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/healthz', '/docs', '/chat/', '/widget.js'].map((path) => [path, api])),
    // The folder in which the server's command builds.
    watch: { ignored: ['**/.building-*/**'] },
  },
}));
