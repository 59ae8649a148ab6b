import { defineConfig } from 'vitest/config';
import { testProject } from '../../scripts/test-runs/test-project.mjs';

export default defineConfig(testProject(import.meta.dirname, ['testing'], { name: 'sdk', isolate: false }));
