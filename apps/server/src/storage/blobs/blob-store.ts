/** The place of a file's bytes. Stored with each file, so that an installation can change its store. */
export type StoreKind = 'folder' | 'postgres' | 's3';

/** A part of a file: the first byte, and the last one (inclusive) or the end of the file. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** The part of a file to read. */
export interface Reading {
  /** The size of the whole file in bytes, as it was stored; another size is an error. */
  readonly bytes: number;
  readonly range?: ByteRange | undefined;
}

/**
 * Keeps the bytes of files by ID. It knows no tenants, hashes or owners. Throws `AppError('unavailable')` for a problem
 * that may pass, and a plain error for lost or changed bytes.
 */
export interface BlobStore {
  readonly kind: StoreKind;
  /** Stores the chunks under a new ID. Resolves when they are durable; removes what it stored if that fails. */
  write(id: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Rejects before the first byte if the file is missing or has another size. */
  read(id: string, reading: Reading): Promise<AsyncIterable<Uint8Array>>;
  /** Removes a file, or the part of it that exists. */
  remove(id: string): Promise<void>;
  /** The size of a file in bytes; undefined if it is missing. */
  size(id: string): Promise<number | undefined>;
  /** True if nothing may be removed now, because a backup is being taken. */
  keepsAll?(): Promise<boolean>;
  close?(): Promise<void>;
}

/** The bytes of a file are lost, or differ from the stored ones. */
export class DamagedFile extends Error {}

/** Returns the error for a file whose bytes differ from the stored ones. */
export const damaged = (id: string, what: string): Error => new DamagedFile(`The stored file ${id} ${what}.`);

/** Returns the first and the last byte to read; the range is within the file. */
export function boundsOf({ bytes, range }: Reading): { readonly start: number; readonly end: number } {
  const { start = 0, end = bytes - 1 } = range ?? {};
  return { start, end: Math.min(end, bytes - 1) };
}

const idPattern = /^blob_[0-9a-z]{26}$/;

/** Throws if the text isn't the ID of a file: it becomes a part of a path. */
export function checkId(id: string): void {
  if (!idPattern.test(id)) throw new Error('A stored file was named by something other than its ID.');
}
