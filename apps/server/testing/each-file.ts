import { afterAll, vi } from 'vitest';
import { endChildren } from './program.ts';
import { removeTempFolders } from './temp-folder.ts';

/**
 * Runs beside every test file. The files of a worker share its modules, so this cleans up after each file. Hooks in a
 * shared module would run for the first file only.
 */
afterAll(async () => {
  vi.useRealTimers();
  await endChildren();
  removeTempFolders();
});
