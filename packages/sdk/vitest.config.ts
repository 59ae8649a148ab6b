import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The tests against the real server use its harness, which imports this package by name: its sources, not its build.
  ssr: { resolve: { conditions: ['parley-source', 'module', 'node', 'development|production'] } },
  test: {
    name: 'sdk',
    include: ['testing/**/*.test.ts'],
    isolate: false,
    unstubEnvs: true,
    unstubGlobals: true,
    // What the machine's own environment says must not reach the tests.
    env: { PARLEY_API_KEY: '', PARLEY_BASE_URL: '', PARLEY_LOG: '' },
  },
});
