import { defineConfig } from 'vitest/config';
import { testProject } from '../../scripts/test-runs/test-project.mjs';

export default defineConfig(
  testProject(import.meta.dirname, ['src', 'testing'], {
    name: 'widget',
    globalSetup: ['testing/global-setup.ts'],
    isolate: false,
  }),
);
