/** Max files and bytes of one request: few requests for many files, and still progress that moves. */
const batchLimits = { files: 20, bytes: 4 * 1024 * 1024 } as const;

/** Groups files into those that one request sends: folder by folder, in their order. A large file is alone. */
export function batchesOf<Each extends Sized>(
  files: readonly Each[],
  folderOf: (file: Each['file']) => string,
): readonly (readonly Each[])[] {
  const folders = new Map<string, Each[]>();
  for (const each of files) {
    const folder = folderOf(each.file);
    folders.set(folder, [...(folders.get(folder) ?? []), each]);
  }
  return [...folders.values()].flatMap((ofFolder) => batchesOfFolder(ofFolder));
}

interface Sized {
  readonly file: Pick<File, 'size'>;
}

function batchesOfFolder<Each extends Sized>(files: readonly Each[]): readonly (readonly Each[])[] {
  const batches: Each[][] = [];
  let room = { files: 0, bytes: 0 };
  for (const each of files) {
    if (room.files < 1 || room.bytes < each.file.size) {
      batches.push([]);
      room = { ...batchLimits };
    }
    batches.at(-1)?.push(each);
    room = { files: room.files - 1, bytes: room.bytes - each.file.size };
  }
  return batches;
}

/** Bytes of each file of a batch that have been sent, of the bytes that were sent of all. */
export function sentOfEach(files: readonly Sized[], sent: number): readonly number[] {
  let left = sent;
  return files.map(({ file: { size } }) => {
    const own = Math.min(size, left);
    left -= own;
    return own;
  });
}
