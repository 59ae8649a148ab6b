import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testProject } from '../../scripts/test-project.mjs';

export default defineConfig(
  testProject(join(import.meta.dirname, '..'), ['testing'], { name: 'docs', testTimeout: 180_000 }),
);
