import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadFont } from './scripts/preload-font.mjs';

/** The server replaces this by each response's nonce (`apps/server/src/http/dashboard.ts`). */
const noncePlaceholder = '__CSP_NONCE__';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont()],
  html: { cspNonce: noncePlaceholder },
  // The SDK's sources instead of its build; the other conditions are Vite's defaults, which this setting replaces.
  resolve: { conditions: ['parley-source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // An inlined image would need `data:` in the policy, and would not be shared.
    assetsInlineLimit: 0,
    manifest: true,
    // For the notices in the server's package: the server serves nothing of this folder.
    license: { fileName: '.vite/license.json' },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What changes only with a library's version and is on every page.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\// },
          ],
          // Smaller chunks cost more in requests and compression than they save.
          minSize: 12_000,
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/healthz': 'http://127.0.0.1:3000' } },
});
