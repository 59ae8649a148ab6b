import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The client's sources instead of its build; the other conditions are Vite's own defaults, which this replaces.
  ssr: { resolve: { conditions: ['parley-source', 'module', 'node', 'development|production'] } },
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'testing/**/*.test.ts'],
    globalSetup: ['testing/global-setup.ts'],
    setupFiles: ['testing/each-file.ts'],
    pool: 'forks',
    // Loading the server takes longer than most files' tests. What a file leaves behind, testing/each-file.ts puts
    // away.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Long enough for a busy machine, as in each `vi.waitFor`; one second is not.
    expect: { poll: { timeout: 10_000 } },
  },
});
