import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The client's sources instead of its build; the other conditions are Vite's own defaults, which this replaces.
  ssr: { resolve: { conditions: ['parley-source', 'module', 'node', 'development|production'] } },
  test: {
    name: 'dashboard',
    include: ['testing/**/*.test.ts', 'src/**/*.test.ts'],
    globalSetup: ['testing/global-setup.ts'],
    pool: 'forks',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Long enough for a busy machine, as in each `vi.waitFor`; one second is not.
    expect: { poll: { timeout: 10_000 } },
  },
});
