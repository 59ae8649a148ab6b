import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes an empty folder for one test file; it is removed after its tests. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
