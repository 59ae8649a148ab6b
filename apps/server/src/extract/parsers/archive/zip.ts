import { inflateRawSync } from 'node:zlib';
import { SourceFailure } from '../../document.ts';

/**
 * Bounds of an archive; beyond them `too_complex`. Text of XML compresses to a tenth. A thousandth is a zip bomb,
 * and tiny files compress better than large ones.
 */
const bounds = { entries: 5_000, partBytes: 64 * 2 ** 20, inflatedBytes: 128 * 2 ** 20, ratio: 500, small: 2 ** 20 };

/** https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT: the signatures and sizes of a ZIP's records. */
const end = { signature: 0x06054b50, size: 22, maxComment: 0xffff };
const central = { signature: 0x02014b50, size: 46 };
const local = { signature: 0x04034b50, size: 30 };
const stored = 0;
const deflated = 8;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly inflated: number;
  readonly at: number;
}

/** An archive whose XML parts were inflated within bounds. */
export interface Archive {
  /** The names of all parts. */
  readonly names: readonly string[];
  /** A part as UTF-8 text. */
  read(name: string): string | undefined;
  /** A part; at most 64 MiB. */
  readBytes(name: string): Uint8Array | undefined;
}

/** Parts whose content becomes text: they may be inflated together. */
const textParts = /\.(?:xml|rels|x?html?|ncx|opf|bin)$/i;

/**
 * Checks the archive of a document before a library inflates it: its directory, the sizes that it declares, and, because
 * they may lie, the real size of each part with text. Throws `encrypted_file`, `broken_file` or `too_complex`.
 */
export function checkArchive(bytes: Buffer): Archive {
  const entries = entriesOf(bytes);
  let declared = 0;
  for (const { inflated, packed } of entries) {
    declared += inflated;
    const isBomb = inflated > bounds.small && inflated > packed * bounds.ratio;
    if (isBomb || declared > bounds.inflatedBytes) throw tooComplex();
  }
  let total = 0;
  for (const entry of entries.filter(({ name }) => textParts.test(name))) {
    total += inflate(bytes, entry).length;
    if (total > bounds.partBytes) throw tooComplex();
  }
  const parts = new Map(entries.map((entry) => [entry.name, entry]));
  const readBytes = (name: string) => {
    const entry = parts.get(name);
    return entry && inflate(bytes, entry);
  };
  return { names: [...parts.keys()], readBytes, read: (name) => readBytes(name)?.toString('utf8') };
}

function entriesOf(bytes: Buffer): Entry[] {
  const place = endOf(bytes);
  const count = bytes.readUInt16LE(place + 10);
  const size = bytes.readUInt32LE(place + 12);
  const start = bytes.readUInt32LE(place + 16);
  // The largest numbers stand for ZIP64, which no document needs.
  if (start + size !== place || bytes.readUInt16LE(place + 8) !== count) throw broken('directory');
  if (count > bounds.entries) throw tooComplex();
  const entries: Entry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + central.size > place || bytes.readUInt32LE(at) !== central.signature) throw broken('entry');
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    if ((bytes.readUInt16LE(at + 8) & 1) === 1) throw new SourceFailure('encrypted_file');
    entries.push({
      name: bytes.toString('utf8', at + central.size, at + central.size + name),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      inflated: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    });
    at += central.size + name + extra + comment;
  }
  if (at !== place) throw broken('directory');
  return entries;
}

/** Returns the index of the record at the end of the directory: the last one, as readers search it. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - end.size - end.maxComment);
  for (let at = bytes.length - end.size; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === end.signature) return at;
  }
  throw broken('end');
}

/** Inflates a part, at most to the size that it declares. */
function inflate(bytes: Buffer, { method, packed, inflated, at }: Entry): Buffer {
  if (at + local.size > bytes.length || bytes.readUInt32LE(at) !== local.signature) throw broken('part');
  const start = at + local.size + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const data = bytes.subarray(start, start + packed);
  if (inflated > bounds.partBytes) throw tooComplex();
  if (method === stored) {
    if (data.length !== inflated) throw broken('size');
    return data;
  }
  if (method !== deflated) throw broken('method');
  let part: Buffer;
  try {
    part = inflateRawSync(data, { maxOutputLength: Math.max(inflated, 1) });
  } catch (error) {
    throw broken(error instanceof Error ? error.message : 'data');
  }
  if (part.length !== inflated) throw broken('size');
  return part;
}

const broken = (detail: string) => new SourceFailure('broken_file', { detail: `zip: ${detail}` });

const tooComplex = () =>
  new SourceFailure('too_complex', {
    message: 'The file unpacks to far more than a document needs.',
    hint: 'Save it as PDF or plain text and upload that.',
  });
