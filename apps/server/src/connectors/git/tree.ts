import { SourceFailure } from '../../extract/document.ts';
import { type GitObjects, hashBytes, type ObjectFormat } from './pack.ts';

/** A file of a commit. */
export interface TreeFile {
  readonly path: string;
  readonly id: string;
}

/** Max entries that are looked at, and max depth of folders. */
const limits = { entries: 500_000, depth: 100 } as const;

/** Modes of entries (gitformat-index): links and submodules have others. */
const modes = { folder: '40000', files: ['100644', '100755', '100664'] } as const;

const tooLarge = () =>
  new SourceFailure('too_large', {
    message: `The commit has more than ${limits.entries.toLocaleString('en-US')} entries, or deeper folders than ${limits.depth}.`,
    hint: 'Choose a smaller repository.',
  });

const incomplete = () =>
  new SourceFailure('broken_file', {
    message: 'The server sent a commit without all its folders.',
    hint: 'Sync again. If it fails again, check the repository with git fsck.',
    retry: true,
  });

/** Lists the files of a commit in the order of their paths. */
export function* filesOf(objects: GitObjects, commit: string, format: ObjectFormat): Generator<TreeFile> {
  const root = /^tree ([0-9a-f]+)\n/.exec(objects.get(commit)?.bytes.toString('latin1') ?? '')?.[1];
  if (root === undefined) throw incomplete();
  let left: number = limits.entries;
  const walk = function* (id: string, prefix: string, depth: number): Generator<TreeFile> {
    const tree = objects.get(id);
    if (tree === undefined) throw incomplete();
    if (depth > limits.depth) throw tooLarge();
    for (const { mode, name, id: entry } of entriesOf(tree.bytes, format)) {
      left -= 1;
      if (left < 0) throw tooLarge();
      if (mode === modes.folder) yield* walk(entry, `${prefix}${name}/`, depth + 1);
      else if ((modes.files as readonly string[]).includes(mode)) yield { path: prefix + name, id: entry };
    }
  };
  yield* walk(root, '', 0);
}

/** Reads the entries of a tree: mode, space, name, NUL, ID. */
function* entriesOf(bytes: Buffer, format: ObjectFormat) {
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(' ', at);
    const nul = bytes.indexOf(0, space);
    const end = nul + 1 + hashBytes[format];
    if (space === -1 || nul === -1 || end > bytes.length) throw incomplete();
    yield {
      mode: bytes.toString('latin1', at, space),
      name: bytes.toString('utf8', space + 1, nul),
      id: bytes.toString('hex', nul + 1, end),
    };
    at = end;
  }
}
