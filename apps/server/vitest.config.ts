import { defineConfig } from 'vitest/config';
import { testProject } from '../../scripts/test-runs/test-project.mjs';

/** The server's tests, and those of the guides and of the Python client, which run it in the test's process too. */
export default defineConfig(
  testProject(import.meta.dirname, ['src', 'testing', '../../docs/testing', '../../python/testing'], {
    name: 'server',
    globalSetup: ['testing/global-setup.ts'],
    setupFiles: ['testing/each-file.ts'],
    // Loading the server takes longer than most files' tests. What a file leaves behind, testing/each-file.ts puts
    // away.
    isolate: false,
  }),
);
