import { defineConfig } from 'vitest/config';

/** Every test of the repository in one run; each workspace says in its own file how its tests run. */
export default defineConfig({
  test: {
    projects: [
      'apps/*/vitest.config.ts',
      'packages/*/vitest.config.ts',
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
  },
});
