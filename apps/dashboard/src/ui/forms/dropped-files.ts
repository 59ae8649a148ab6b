const folders = new WeakMap<File, string>();

/** The path of the dropped folder in which a file was, such as `handbook/returns`; empty for one that was in none. */
export const folderOf = (file: File): string => folders.get(file) ?? '';

/** Names of files that systems put into folders. */
const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

/**
 * Returns the files of a drop, with those of dropped folders at any depth. Hidden files of folders are left out. Call
 * it while the event is handled: its data is gone afterwards.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly File[]> {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  // A file that a script has made has no entry, and no folder is one.
  if (!entries.some((entry) => entry?.isDirectory)) return [...files];
  const found = await Promise.all(entries.map((entry) => filesOf(entry)));
  return found.flat();
}

async function filesOf(entry: FileSystemEntry | null): Promise<readonly File[]> {
  if (entry === null) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((...settle) => (entry as FileSystemFileEntry).file(...settle));
    // A full path is that from the drop, and begins with a slash.
    folders.set(file, entry.fullPath.split('/').slice(1, -1).join('/'));
    return [file];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: File[] = [];
  // Each read returns a part, in an order of its own, and the last one none.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((...settle) => reader.readEntries(...settle));
    if (part.length === 0) return found.sort((one, other) => one.name.localeCompare(other.name, 'en'));
    for (const each of part) if (!isHidden(each.name)) found.push(...(await filesOf(each)));
  }
}
