import { defineConfig } from 'vitest/config';
import { testProject } from '../../scripts/test-runs/test-project.mjs';

export default defineConfig(
  // The React package's tests are here, so that they share the browser and the built widget.
  testProject(import.meta.dirname, ['src', 'testing', '../react/testing'], {
    name: 'widget',
    globalSetup: ['testing/global-setup.ts'],
    isolate: false,
  }),
);
