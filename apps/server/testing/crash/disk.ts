import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Random } from '../../src/random.ts';
import type { Deed } from './trace.ts';

/** Sector size in bytes. A power cut may leave any of the sectors of a larger write on the disk. */
const sector = 512;

/** Fate of a write that no fsync has confirmed. */
export type Fate = 'dropped' | 'kept' | 'torn';

/** Decides on one unconfirmed change. */
export type Decide = () => Fate;

/**
 * A simulated disk under a recorded server. It knows the writes that each fsync has confirmed. A power cut may lose,
 * keep or tear everything else, in any order among files. As in POSIX, content lasts from an fsync of the file, a name
 * from an fsync of its folder.
 */
export interface Disk {
  /** Applies the next deed. */
  apply(deed: Deed): void;
  /**
   * Writes what a power cut would leave now into an empty folder. `decide` picks the fate of each unconfirmed change to
   * a file. `random` picks how many unconfirmed name changes are kept, and which sectors of a torn write.
   */
  cut(target: string, decide: Decide, random: Random): void;
}

interface Change {
  readonly number: number;
  readonly deed: Extract<Deed, { does: 'write' | 'truncate' }>;
  readonly offset: number;
}

interface File {
  /** The confirmed content. */
  content: Content;
  /** The unconfirmed changes. */
  changes: Change[];
  /** The content with the unconfirmed changes. */
  size: number;
}

/** Bytes in a buffer of at least their size. */
interface Content {
  buffer: Buffer;
  size: number;
}

/** A change of names in folders. */
interface Rename {
  readonly number: number;
  readonly folders: readonly string[];
  apply(names: Map<string, File>): void;
}

/** Creates an empty disk that holds one folder. */
export function createDisk(folder: string): Disk {
  const names = new Map<string, File>();
  const confirmed = new Map<string, File>();
  let renames: Rename[] = [];
  let number = 0;

  const fileAt = (path: string): File => {
    const file = names.get(path);
    if (file === undefined) throw new Error(`The server used ${path}, which nothing had made.`);
    return file;
  };

  const rename = (paths: readonly string[], apply: Rename['apply']) => {
    apply(names);
    renames.push({ number, folders: paths.map((path) => dirname(path)), apply });
  };

  const sync = (path: string, before: number) => {
    const file = names.get(path);
    if (file !== undefined) return confirmContent(file, before);
    for (const change of renames) if (isDue(change)) change.apply(confirmed);
    renames = renames.filter((change) => !isDue(change));
    function isDue(change: Rename) {
      return change.number < before && change.folders.includes(path);
    }
  };

  const change = (path: string, deed: Change['deed']) => {
    const file = fileAt(path);
    const offset = deed.does === 'truncate' ? 0 : (deed.offset ?? file.size);
    file.changes.push({ number, deed, offset });
    file.size = deed.does === 'truncate' ? deed.size : Math.max(file.size, offset + deed.bytes.length);
  };

  const create = (path: string, empty: boolean) => {
    const file: File = { content: { buffer: Buffer.alloc(0), size: 0 }, changes: [], size: 0 };
    if (!names.has(path)) rename([path], (all) => all.set(path, file));
    else if (empty) change(path, { does: 'truncate', path, size: 0 });
  };

  const move = ({ does, path, to }: Extract<Deed, { does: 'rename' | 'link' }>) => {
    const file = fileAt(path);
    rename([path, to], (all) => {
      all.set(to, file);
      if (does === 'rename') all.delete(path);
    });
  };

  const perform = (deed: Deed) => {
    switch (deed.does) {
      case 'create':
        return create(deed.path, deed.empty);
      case 'unlink':
        return rename([deed.path], (all) => all.delete(deed.path));
      case 'rename':
      case 'link':
        return move(deed);
      case 'sync':
        return sync(deed.path, deed.before);
      case 'write':
      case 'truncate':
        return change(deed.path, deed);
      // Creating a folder also covers the files in it; an answer changes nothing.
      case 'folder':
      case 'answer':
        return undefined;
    }
  };

  return {
    apply(deed) {
      perform(deed);
      number += 1;
    },
    cut(target, decide, random) {
      const left = new Map(confirmed);
      // A file system logs name changes in order, so a cut keeps a prefix of them.
      for (const kept of renames.slice(0, Math.floor(random() * (renames.length + 1)))) kept.apply(left);
      for (const [path, file] of left) {
        const place = join(target, relative(folder, path));
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, contentAfter(file, decide, random), { mode: 0o600 });
      }
    },
  };
}

function confirmContent(file: File, before: number): void {
  const isDue = (change: Change) => change.number < before;
  for (const change of file.changes.filter(isDue)) carryOut(file.content, change);
  file.changes = file.changes.filter((change) => !isDue(change));
}

function contentAfter(file: File, decide: Decide, random: Random): Buffer {
  const content = { buffer: Buffer.from(file.content.buffer), size: file.content.size };
  for (const change of file.changes) {
    const fate = decide();
    if (fate === 'kept') carryOut(content, change);
    else if (fate === 'torn') tear(content, change, random);
  }
  return content.buffer.subarray(0, content.size);
}

function carryOut(content: Content, { deed, offset }: Change): void {
  if (deed.does === 'write') write(content, deed.bytes, offset);
  else resize(content, deed.size);
}

/** Writes some of the sectors of a write. */
function tear(content: Content, { deed, offset }: Change, random: Random): void {
  if (deed.does === 'truncate') return;
  for (let start = 0; start < deed.bytes.length; ) {
    const end = (Math.floor((offset + start) / sector) + 1) * sector - offset;
    if (random() < 0.5) write(content, deed.bytes.subarray(start, end), offset + start);
    start = end;
  }
}

/** A gap before the bytes is filled with zeros. */
function write(content: Content, bytes: Buffer, offset: number): void {
  resize(content, Math.max(content.size, offset + bytes.length));
  bytes.copy(content.buffer, offset);
}

function resize(content: Content, size: number): void {
  if (size > content.buffer.length) {
    const room = Buffer.alloc(Math.max(size, 2 * content.buffer.length));
    content.buffer.copy(room, 0, 0, content.size);
    content.buffer = room;
  }
  content.buffer.fill(0, content.size, Math.max(content.size, size));
  content.size = size;
}
