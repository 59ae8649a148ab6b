import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** Removes the folders of a test file, after its tests. */
export function removeTempFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Creates an empty folder for a test or a file; it is removed after the file's tests. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  made.push(folder);
  return folder;
}
