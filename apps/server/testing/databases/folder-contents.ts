import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hashes of every file of a data folder by name, and `folder` for its folders, to verify that nothing changed. The files with which SQLite shares a
 * database between connections say nothing: they go when the last connection of a process does, which may be at garbage
 * collection (see `Prepared` in `sqlite/driver.ts`). So an empty write-ahead log counts as none.
 */
export function folderContents(folder: string): Record<string, string> {
  const contents: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (name === 'lock.db' || name === 'parley.db-shm') continue;
    if (!entry.isFile()) {
      contents[name] = 'folder';
      continue;
    }
    const content = readFileSync(join(folder, name));
    if (name.endsWith('-wal') && content.length === 0) continue;
    contents[name] = createHash('sha256').update(content).digest('hex');
  }
  return contents;
}
