import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { SourceFailure } from '../../extract/document.ts';

/** Hash functions of repositories, with the bytes of an ID. */
export const hashBytes = { sha1: 20, sha256: 32 } as const;

/** Hash function of a repository. */
export type ObjectFormat = keyof typeof hashBytes;

/** Types of objects by their number in a pack (gitformat-pack). */
const types: Readonly<Record<number, string>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };

/** Number of an object that is the difference to another one, which is named by its ID. */
const refDelta = 7;

/** Max bytes of all objects of a pack when they are inflated. */
const maxInflated = 64 * 1024 * 1024;

/** Time in ms after which other work of the process gets its turn. */
const sliceMs = 10;

/** An object of a repository. */
interface GitObject {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Objects by their IDs in hex. */
export type GitObjects = ReadonlyMap<string, GitObject>;

/** A difference to an object. */
interface Delta {
  readonly base: string;
  readonly bytes: Buffer;
}

const broken = (detail: string) =>
  new SourceFailure('broken_file', {
    message: 'The server sent objects that can’t be read.',
    hint: 'Sync again. If it fails again, check the repository with git fsck.',
    retry: true,
    detail,
  });

/** A pack is larger than one may be. */
export const tooLargePack = () =>
  new SourceFailure('too_large', {
    message: 'The objects are too large to be read at once.',
    hint: 'Choose a folder, or patterns for fewer files.',
  });

/**
 * Reads the objects of a pack. Throws a `SourceFailure`: `too_large`, or `broken_file` for what isn't a pack that is
 * complete in itself.
 */
export async function readPack(pack: Buffer, format: ObjectFormat): Promise<GitObjects> {
  if (pack.length < 12 || pack.subarray(0, 4).toString('latin1') !== 'PACK') throw broken('no pack');
  const objects = new Map<string, GitObject>();
  const deltas: Delta[] = [];
  let left = maxInflated;
  let began = performance.now();
  const take = (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw tooLargePack();
  };
  const yields = async (): Promise<void> => {
    if (performance.now() - began < sliceMs) return;
    await turn();
    began = performance.now();
  };
  const reader = { pack, at: 12 };
  for (let count = pack.readUInt32BE(8); count > 0; count -= 1) {
    const { type, size } = readHead(reader);
    const base = type === refDelta ? takeId(reader, format) : undefined;
    take(size);
    const bytes = inflate(reader, size);
    const name = types[type];
    if (base !== undefined) deltas.push({ base, bytes });
    else if (name !== undefined) objects.set(idOf(name, bytes, format), { type: name, bytes });
    else throw broken(`type ${type}`);
    await yields();
  }
  await resolve(deltas, objects, { format, take, yields });
  return objects;
}

interface Resolving {
  readonly format: ObjectFormat;
  take(bytes: number): void;
  yields(): Promise<void>;
}

/** Applies differences whose base is there, and then those to their results. */
async function resolve(
  deltas: readonly Delta[],
  objects: Map<string, GitObject>,
  { format, take, yields }: Resolving,
): Promise<void> {
  const waiting = new Map<string, Buffer[]>();
  for (const { base, bytes } of deltas) {
    const others = waiting.get(base);
    if (others === undefined) waiting.set(base, [bytes]);
    else others.push(bytes);
  }
  const ready = [...waiting.keys()].filter((base) => objects.has(base));
  for (let base = ready.pop(); base !== undefined; base = ready.pop()) {
    const object = objects.get(base);
    if (object === undefined) continue;
    const { type, bytes: from } = object;
    for (const delta of waiting.get(base) ?? []) {
      const bytes = applyDelta(from, delta, take);
      const id = idOf(type, bytes, format);
      objects.set(id, { type, bytes });
      if (waiting.has(id)) ready.push(id);
      await yields();
    }
    waiting.delete(base);
  }
  if (waiting.size > 0) throw broken('a base is missing');
}

interface Reader {
  readonly pack: Buffer;
  at: number;
}

function takeByte(reader: Reader): number {
  const byte = reader.pack[reader.at];
  if (byte === undefined) throw broken('the end is missing');
  reader.at += 1;
  return byte;
}

/** Reads the type and the size of an object. */
function readHead(reader: Reader): { readonly type: number; readonly size: number } {
  let byte = takeByte(reader);
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte >= 128; factor *= 128) {
    byte = takeByte(reader);
    size += (byte & 127) * factor;
  }
  return { type, size };
}

function takeId(reader: Reader, format: ObjectFormat): string {
  const end = reader.at + hashBytes[format];
  const id = reader.pack.subarray(reader.at, end).toString('hex');
  reader.at = end;
  return id;
}

/** Result of `inflateSync` with `info`. */
interface Inflated {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

function inflate(reader: Reader, size: number): Buffer {
  try {
    const options = { info: true, maxOutputLength: Math.max(size, 1) } as const;
    const { buffer, engine } = inflateSync(reader.pack.subarray(reader.at), options) as unknown as Inflated;
    reader.at += engine.bytesWritten;
    if (buffer.length === size) return buffer;
  } catch (error) {
    throw broken(String(error));
  }
  throw broken('a wrong size');
}

const idOf = (type: string, bytes: Buffer, format: ObjectFormat): string =>
  createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');

/** Reads a size of a difference: seven bits in each byte, the lowest first. */
function takeSize(reader: Reader): number {
  let size = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = takeByte(reader);
    size += (byte & 127) * factor;
    if (byte < 128) return size;
  }
}

/** Reads the bytes of a number that the bits of a mask announce. */
function takeNumber(reader: Reader, mask: number, bytes: number): number {
  let number = 0;
  for (let index = 0; index < bytes; index += 1) if (mask & (1 << index)) number += takeByte(reader) * 256 ** index;
  return number;
}

/** Applies a difference to an object (gitformat-pack, "Deltified representation"). */
function applyDelta(base: Buffer, delta: Buffer, take: (bytes: number) => void): Buffer {
  const reader: Reader = { pack: delta, at: 0 };
  if (takeSize(reader) !== base.length) throw broken('another base');
  const size = takeSize(reader);
  take(size);
  const result = Buffer.allocUnsafe(size);
  let at = 0;
  while (reader.at < delta.length) {
    const code = takeByte(reader);
    const isCopy = code >= 128;
    const from = isCopy ? takeNumber(reader, code & 15, 4) : reader.at;
    const length = isCopy ? takeNumber(reader, (code >> 4) & 7, 3) || 0x10000 : code;
    const source = isCopy ? base : delta;
    if (length === 0 || from + length > source.length || at + length > size) throw broken('a difference');
    source.copy(result, at, from, from + length);
    at += length;
    if (!isCopy) reader.at += length;
  }
  if (at !== size) throw broken('a difference');
  return result;
}
