import { defineConfig } from 'vitest/config';

/** Every test of the repository in one run; each workspace says in its own file how its tests run. */
export default defineConfig({
  test: {
    // Many tests start a server of their own and wait for the disk: more at once only makes each slower.
    maxWorkers: 2,
    projects: [
      'apps/*/vitest.config.ts',
      'packages/*/vitest.config.ts',
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], testTimeout: 60_000 } },
    ],
  },
});
