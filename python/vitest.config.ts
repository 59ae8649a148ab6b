import { defineConfig } from 'vitest/config';

/** The Python client's tests: pytest, started from here, with a real server in this process. */
export default defineConfig({
  // The harness imports the client by name: its sources, not its build.
  ssr: { resolve: { conditions: ['parley-source', 'module', 'node', 'development|production'] } },
  test: {
    name: 'python',
    include: ['testing/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
