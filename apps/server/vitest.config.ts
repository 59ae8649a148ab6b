import { defineConfig } from 'vitest/config';
import { testProject } from '../../scripts/test-project.mjs';

export default defineConfig(
  testProject(import.meta.dirname, ['src', 'testing'], {
    name: 'server',
    globalSetup: ['testing/global-setup.ts'],
    setupFiles: ['testing/each-file.ts'],
    // Loading the server takes longer than most files' tests. What a file leaves behind, testing/each-file.ts puts
    // away.
    isolate: false,
  }),
);
