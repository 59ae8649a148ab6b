import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The client's sources instead of its build; the other conditions are Vite's own defaults, which this replaces.
  ssr: { resolve: { conditions: ['parley-source', 'module', 'node', 'development|production'] } },
  test: {
    name: 'dashboard',
    include: ['testing/**/*.test.ts', 'src/**/*.test.ts'],
    pool: 'forks',
    // Each file has a server and a browser of its own.
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
