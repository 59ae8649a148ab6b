import type { Aside } from '../../../../crawl/hosts.ts';
import type { CutChunk } from '../../../../extract/document.ts';
import type { Reader } from '../../../../extract/extractor.ts';
import { isBlank } from '../../../../extract/long-text.ts';
import { hashAndSize, hashOf } from '../../../../extract/text-hash.ts';
import type { Database } from '../../../../storage/database.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { CollectedDocument, Collector, CutDocument, SkippedDocument } from '../collect/collect.ts';
import type { SyncedSource } from '../job/begin-store.ts';
import type { SyncExtractor } from '../job/seams.ts';
import type { Replacement } from '../job/source-quota.ts';
import type { SyncFacts } from '../schema.ts';
import { chunksOf, findWaiting } from './edit-store.ts';
import { applyEdits, extraBytes, restored } from './edits.ts';
import * as store from './stage-store.ts';
import type { Staging } from './staging.ts';

/** Maximum documents, and characters of them, that are cut into chunks at a time. */
const batch = { documents: 20, characters: 256 * 1024 } as const;

/** Dependencies of making a version. */
export interface ComparisonNeeds {
  readonly db: Database;
  readonly extractor: SyncExtractor;
  readonly collect: Collector;
  readonly staging: Staging;
  readonly workspace: string;
  readonly id: string;
  readonly source: SyncedSource;
  readonly signal: AbortSignal;
  /** Waits while others have the place of the sync. */
  readonly aside: Aside;
  /** The account for which documents are read. */
  readonly reader: Reader;
  readonly now: () => number;
}

/** A document with the hash and the bytes of its text. */
interface MeasuredDocument extends CollectedDocument {
  readonly hash: string;
  readonly bytes: number;
}

/** Documents to compare with, and the counters. */
interface Comparing extends ComparisonNeeds {
  readonly known: ReadonlyMap<string, store.KnownDocument>;
  /** The documents of these that have edited chunks. */
  readonly edited: ReadonlySet<string>;
  readonly facts: { -readonly [Name in keyof SyncFacts]: number };
  readonly seen: Set<string>;
  /** Reasons for which documents were left out. */
  readonly problems: string[];
  /** Position at which an earlier attempt stopped. */
  readonly head: { readonly staged: number; readonly position: number } | undefined;
}

/** Compares what is read with the version that serves, and stages what differs. */
export function createVersionComparison({
  db,
  extractor,
  staging,
  workspace,
  id: source,
  source: { version },
  signal,
  reader,
  known,
  edited,
  facts,
  seen,
  problems,
  head,
}: Comparing) {
  let waiting: MeasuredDocument[] = [];
  let characters = 0;
  let { position, staged } = head ?? { position: 0, staged: 0 };
  let tags: Statement[] = [];
  let skips: SkippedDocument[] = [];
  const fresh = new Set<string>();
  const latestTags = new Map<string, Pick<MeasuredDocument, 'etag' | 'lastModified' | 'links'>>();

  const isSame = (document: MeasuredDocument, old: store.KnownDocument) =>
    old.status === 'ready' && old.hash === document.hash && old.title === document.title && old.url === document.url;

  /** Counts a document that is as it was, and notes what its server says of it now. */
  const isUnchanged = (document: MeasuredDocument): boolean => {
    const { key, etag, lastModified, links } = document;
    const old = known.get(key);
    if (old === undefined || !isSame(document, old)) return false;
    facts.unchanged += 1;
    if (old.etag !== etag || old.lastModified !== lastModified || old.links !== links) {
      tags.push(store.noteTags(db, workspace, { id: old.id, etag, lastModified, links }));
      latestTags.set(key, { etag, lastModified, links });
    }
    return true;
  };

  /** Returns the chunks of a document with the edits of the one that it replaces. */
  const withEdits = async (cut: readonly CutChunk[], replaces: store.KnownDocument | undefined) => {
    if (replaces === undefined || !edited.has(replaces.id)) return cut;
    return applyEdits(cut, restored(await chunksOf(db, workspace, replaces.id)).edits);
  };

  const stage = async (document: MeasuredDocument, cut: readonly CutChunk[]): Promise<void> => {
    const { key, url, title, hash, bytes, etag, lastModified, links, item } = document;
    const replaces = known.get(key);
    facts[replaces?.status === 'ready' ? 'changed' : 'added'] += 1;
    staged += 1;
    fresh.add(key);
    const chunks = await withEdits(cut, replaces);
    await staging.add({
      ...{ key, url, title, status: 'ready', problem: null, etag, lastModified, links, item, replaces, chunks },
      ...{ hash, bytes: bytes + extraBytes(chunks), position: document.position ?? replaces?.position ?? position },
    });
    position += 1;
  };

  /** Stages the documents that stay as they were but for edits of their chunks. */
  const stageEdited = async (): Promise<void> => {
    for (const key of await findWaiting(db, workspace, { source, version })) {
      const old = known.get(key);
      if (old === undefined || fresh.has(key) || !seen.has(key)) continue;
      const stored = await chunksOf(db, workspace, old.id);
      const { cut, edits } = restored(stored);
      const chunks = applyEdits(cut, edits);
      facts.unchanged -= 1;
      facts.changed += 1;
      staged += 1;
      const bytes = old.bytes - extraBytes(stored) + extraBytes(chunks);
      await staging.add({
        ...{ ...old, ...latestTags.get(key) },
        ...{ status: 'ready', problem: null, bytes, replaces: old, chunks },
      });
    }
  };

  const flush = async (): Promise<void> => {
    const documents = waiting;
    [waiting, characters] = [[], 0];
    const uncut = documents.filter(({ chunks }) => chunks === undefined);
    const cut = uncut.length === 0 ? [] : await extractor.prepare(uncut, { ...reader, signal });
    const prepared = new Map(uncut.map((document, index) => [document, cut[index]?.chunks ?? []]));
    for (const document of documents) await stage(document, document.chunks ?? prepared.get(document) ?? []);
    const noted = tags;
    tags = [];
    if (noted.length > 0) await staging.write(noted);
  };

  /** A document that was left out; one that serves may stay, and one that was left out before is as it was. */
  const skip = (skipped: SkippedDocument): void => {
    if (seen.has(skipped.key)) return;
    const old = known.get(skipped.key);
    facts.skipped += 1;
    problems.push(skipped.problem.message);
    if (old !== undefined && ((skipped.keep && old.status === 'ready') || old.status === skipped.status)) {
      if (old.status === 'ready') facts.unchanged += 1;
      seen.add(skipped.key);
      return;
    }
    skips.push(skipped);
  };

  /** Adds a document that was measured, unless it is as it was. */
  const compare = async (measured: MeasuredDocument): Promise<void> => {
    seen.add(measured.key);
    if (isUnchanged(measured)) return;
    waiting.push(measured);
    characters += measured.text.length;
    if (waiting.length >= batch.documents || characters >= batch.characters) await flush();
  };

  return {
    flush,
    staged: () => staged,
    /** The place of the next document. */
    position: () => position,

    add: async (document: CollectedDocument): Promise<void> => {
      const { key, text } = document;
      if (seen.has(key)) return;
      if (isBlank(text)) {
        const problem = { code: 'no_text', message: 'The document has no text.' };
        return skip({ key, url: document.url, title: document.title, status: 'failed', problem, keep: false });
      }
      await compare({ ...document, ...(await hashAndSize(text)) });
    },

    /** Adds documents that belong together: all of them, or none if it throws `quota_exceeded`. */
    addTogether: async (documents: readonly CutDocument[]): Promise<void> => {
      const measured: (MeasuredDocument & CutDocument)[] = [];
      for (const document of documents) measured.push({ ...document, ...(await hashAndSize(document.text)) });
      const staged: Replacement[] = [];
      for (const document of measured) {
        const replaces = known.get(document.key);
        if (replaces !== undefined && isSame(document, replaces)) continue;
        const chunks = await withEdits(document.chunks, replaces);
        staged.push({ size: { chunks: chunks.length, bytes: document.bytes + extraBytes(chunks) }, replaces });
      }
      if (staged.length > 0) staging.demand(staged);
      for (const document of measured) await compare(document);
      // The next ones are compared with the room that these have left.
      await flush();
    },

    skip,

    /** Stages the rest, and last what was left out. */
    finish: async (): Promise<void> => {
      await flush();
      for (const { keep: _keep, ...skipped } of skips.filter(({ key }) => !seen.has(key))) {
        seen.add(skipped.key);
        const replaces = known.get(skipped.key);
        if (replaces?.status === 'ready') facts.removed += 1;
        staged += 1;
        await staging.add({
          ...{ ...skipped, replaces, chunks: [], hash: hashOf(''), bytes: 0, position },
          ...{ etag: null, lastModified: null, links: null },
        });
        fresh.add(skipped.key);
        position += 1;
      }
      skips = [];
      await stageEdited();
    },
  };
}
