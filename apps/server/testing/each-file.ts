import { afterAll, afterEach, expect, vi } from 'vitest';
import { takeReplyProblems } from './conversations/watched-replies.ts';
import { endChildren } from './processes/program.ts';
import { removeTempFolders } from './temp-folder.ts';

/** Every reply of a test's server is one that openapi.json describes; what comes later is the next test's. */
const expectDocumented = () => expect(takeReplyProblems(), 'replies that differ from openapi.json').toEqual([]);

afterEach(expectDocumented);

/**
 * Runs beside every test file. The files of a worker share its modules, so this cleans up after each file. Hooks in a
 * shared module would run for the first file only.
 */
afterAll(async () => {
  vi.useRealTimers();
  await endChildren();
  removeTempFolders();
  expectDocumented();
});
