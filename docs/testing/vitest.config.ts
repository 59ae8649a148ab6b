import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['parley-source', 'module', 'node', 'development|production'] } },
  test: { name: 'docs', include: ['testing/**/*.test.ts'], root: `${import.meta.dirname}/..`, testTimeout: 180_000 },
});
