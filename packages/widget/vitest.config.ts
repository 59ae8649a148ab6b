import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'widget',
    include: ['testing/**/*.test.ts', 'src/**/*.test.ts'],
    globalSetup: ['testing/global-setup.ts'],
    pool: 'forks',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
