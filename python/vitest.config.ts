import { defineConfig } from 'vitest/config';
import { testProject } from '../scripts/test-project.mjs';

/** The Python client's tests: pytest, started from here, with a real server in this process. */
export default defineConfig(testProject(import.meta.dirname, ['testing'], { name: 'python', testTimeout: 300_000 }));
