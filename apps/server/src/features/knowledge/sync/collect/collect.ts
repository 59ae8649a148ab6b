import type { Aside } from '../../../../crawl/hosts.ts';
import { type CutChunk, type Mark, SourceFailure, type Warning } from '../../../../extract/document.ts';
import type { Reader, ReadFor } from '../../../../extract/extractor.ts';
import type { LongText } from '../../../../extract/long-text.ts';
import type { Blobs } from '../../../../storage/blobs/blobs.ts';
import type { Database } from '../../../../storage/database.ts';
import { readBlob } from '../../contents/text-blobs.ts';
import { allPairs } from '../../pairs/store.ts';
import type { HeldFile } from '../../settings-schema.ts';
import type { Checkpoints } from '../checkpoints/head-schema.ts';
import type { SyncedSource } from '../job/begin-store.ts';
import type { SyncExtractor } from '../job/seams.ts';
import type { KnownDocument } from '../stage/stage-store.ts';

/** A document as a sync reads it. */
export interface CollectedDocument {
  readonly key: string;
  readonly url: string | null;
  readonly title: string;
  readonly text: LongText;
  readonly marks: readonly Mark[];
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The paths that a page links to, as JSON. */
  readonly links: string | null;
  /** Its place among the documents; that in which it comes unless it is set. */
  readonly position?: number;
  /** Its chunks, if they aren't to be cut. */
  readonly chunks?: readonly CutChunk[];
  /** The item that it was read from, in a source of type `documents`. */
  readonly item?: string;
}

/** A document that was cut into chunks. */
export type CutDocument = CollectedDocument & { readonly chunks: readonly CutChunk[] };

/** A document that was left out. `keep` is whether the one of the version that serves stays. */
export interface SkippedDocument {
  readonly key: string;
  readonly url: string | null;
  readonly title: string;
  readonly status: 'skipped' | 'failed';
  readonly problem: { readonly code: string; readonly message: string };
  readonly keep: boolean;
}

/** Takes what is read, as it is read; a promise holds the reader back. */
export interface Sink {
  document(document: CollectedDocument): Promise<void>;
  /** Takes documents that belong together; throws `quota_exceeded` without any of them if they don't fit. */
  together(documents: readonly CutDocument[]): Promise<void>;
  /** The document is as it was. */
  same(key: string): void;
  skip(document: SkippedDocument): void;
  warn(warning: Warning): void;
  /** There is more to read: another sync follows. */
  more(): void;
  progress(progress: { readonly done: number; readonly total: number | null; readonly unit: string }): Promise<void>;
}

/** Input of the functions that read the documents of a source. */
export interface Collecting {
  readonly workspace: string;
  readonly id: string;
  readonly source: SyncedSource;
  readonly known: ReadonlyMap<string, KnownDocument>;
  readonly signal: AbortSignal;
  /** Waits while others have the place of the sync. */
  readonly aside: Aside;
  /** The account for which documents are read. */
  readonly reader: Reader;
  /** Lets a crawl be continued by another attempt. */
  readonly checkpoints: Checkpoints;
}

/** Reads what a source is made of. */
export type Collector = (of: Collecting, sink: Sink) => Promise<void>;

/** Dependencies of the readers of texts and pairs. */
export interface CollectNeeds {
  readonly db: Database;
  readonly blobs: Pick<Blobs, 'read'>;
  readonly extractor: SyncExtractor;
}

/** The failure of a content whose bytes are lost; `remedy` is the first step against it. */
export const lost = (remedy = 'Send it again.') =>
  new SourceFailure('internal_error', {
    message: `The stored content can’t be read. ${remedy}`,
    hint: 'If that fails, too, tell the operator.',
    retry: false,
  });

/** Reads the text of a text source: one document. */
export const collectText =
  ({ blobs, extractor }: CollectNeeds): Collector =>
  async ({ workspace, source, signal, reader }, sink) => {
    const hash = source.settings.text?.hash;
    const bytes = hash === undefined ? undefined : await readBlob(blobs, { workspaceId: workspace, hash });
    if (bytes === undefined) throw lost();
    const read = await extractor.extract({ kind: 'markdown', bytes }, { ...reader, signal });
    for (const warning of read.warnings) sink.warn(warning);
    const [first] = read.documents;
    if (first === undefined) return;
    const { text, marks } = first;
    await sink.document({ ...{ key: 'text', url: null, title: source.name, text, marks }, ...noTags });
  };

/** Reads the pairs of a source: a document of one chunk for each. */
export const collectPairs =
  ({ db }: CollectNeeds): Collector =>
  async ({ workspace, id }, sink) => {
    for (const { id: key, question: title, answer } of await allPairs(db, workspace, id)) {
      const text = answer.normalize('NFC').trim();
      const chunks = [{ text, start: 0, end: text.length, headings: [], page: null }];
      await sink.document({ ...{ key, url: null, title, text, marks: [], chunks }, ...noTags });
    }
  };

/** Reads nothing: the documents of the version that serves stay, but for edits of their chunks. */
export const collectStored: Collector = async ({ known }, sink) => {
  for (const { key, url, title, status } of known.values()) {
    if (status === 'ready') sink.same(key);
    else sink.skip({ key, url, title, status: status as 'skipped', problem: { code: '', message: '' }, keep: true });
  }
};

const noTags = { etag: null, lastModified: null, links: null };

/** Reads the file of a source: one document, or several. */
export const collectFile = (needs: CollectNeeds): Collector => {
  const read = readFile(needs);
  return async ({ workspace, source, signal, reader }, sink) => {
    const { file } = source.settings;
    if (file === null) throw lost();
    const { documents, warnings } = await read(workspace, file, { ...reader, signal });
    for (const warning of warnings) sink.warn(warning);
    for (const [index, { title, text, marks }] of documents.entries()) {
      const key = documents.length === 1 ? 'file' : `file:${index + 1}`;
      await sink.document({ ...{ key, url: null, title: title === '' ? file.name : title, text, marks }, ...noTags });
    }
  };
};

/** Reads a held file; its first bytes, its name and its type say what it is. */
const readFile =
  ({ blobs, extractor }: CollectNeeds) =>
  async (workspaceId: string, { name: fileName, contentType, hash }: HeldFile, by: ReadFor) => {
    const bytes = await readBlob(blobs, { workspaceId, hash });
    if (bytes === undefined) throw lost();
    const kind = extractor.kindOf(fileName, contentType, bytes.subarray(0, 4 * 1024));
    if (kind instanceof SourceFailure) throw kind;
    return extractor.extract({ kind, bytes, fileName }, by);
  };
