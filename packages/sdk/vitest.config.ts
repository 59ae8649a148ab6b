import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'sdk',
    include: ['testing/**/*.test.ts'],
    // What the machine's own environment says must not reach the tests.
    env: { PARLEY_API_KEY: '', PARLEY_BASE_URL: '', PARLEY_LOG: '' },
  },
});
