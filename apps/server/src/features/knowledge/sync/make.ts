import type { Database } from '../../../storage/database.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { SyncFacts } from '../syncs/schema.ts';
import { noFacts, type SyncedSource } from './begin-store.ts';
import type { CollectedDocument, Collector, Sink, SkippedDocument } from './collect.ts';
import { type CutChunk, type SyncExtractor, SyncFailure, type SyncWarning } from './seams.ts';
import * as store from './stage-store.ts';
import { hashOf, type Staging } from './staging.ts';

/** How many documents, and characters of them, are cut into chunks at once. */
const batch = { documents: 20, characters: 256 * 1024 } as const;

/** The least time between two notes of the progress, in ms. */
const progressMs = 1_000;

/** Max warnings that a source keeps. */
const maxWarnings = 100;

/** What making a version needs. */
export interface Making {
  readonly db: Database;
  readonly extractor: SyncExtractor;
  readonly collect: Collector;
  readonly staging: Staging;
  readonly workspace: string;
  readonly id: string;
  readonly source: SyncedSource;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** What became of a version. */
export interface Made {
  readonly facts: SyncFacts;
  readonly warnings: readonly SyncWarning[];
  /** Whether it differs from the version that serves. */
  readonly differs: boolean;
}

/** Reads what a source is made of and stages what is new or has changed. */
export async function makeVersion(making: Making): Promise<Made> {
  const { db, workspace, id, source, collect, staging, signal } = making;
  const known = await store.knownOf(db, workspace, { source: id, version: source.version });
  const facts = { ...noFacts };
  const warnings: SyncWarning[] = [];
  const seen = new Set<string>();
  const problems: string[] = [];
  const comparing = createComparing({ ...making, known, facts, seen, problems });
  const note = noting(making);
  const sink: Sink = {
    document: comparing.add,
    same: (key) => {
      if (!seen.has(key)) facts.unchanged += 1;
      seen.add(key);
    },
    skip: comparing.skip,
    warn: (warning) => {
      if (warnings.length < maxWarnings) warnings.push(warning);
    },
    progress: note,
  };
  await collect({ workspace, id, source, known, signal }, sink);
  await comparing.finish();
  const gone = [...known.values()].filter(({ key }) => !seen.has(key));
  facts.removed = gone.filter(({ status }) => status === 'ready').length;
  await staging.end(gone.map((document) => document.id));
  await staging.finish();
  facts.chunks = staging.written();
  const hasAny = facts.added + facts.changed + facts.unchanged > 0;
  if (!hasAny && source.type !== 'qa') throw nothingFound(problems);
  return { facts, warnings, differs: gone.length + comparing.staged() > 0 };
}

/** No document has text; the reasons of those that were left out are said, as far as they fit. */
const nothingFound = (problems: readonly string[]) =>
  new SyncFailure('nothing_found', ['Nothing was found in the source.', ...new Set(problems.slice(0, 3))].join(' '), {
    hint: 'Check what the source is made of, then sync it again.',
  });

/** Notes the progress at most once a second. */
function noting({ db, workspace, id, source, staging, now }: Making): Sink['progress'] {
  let last = Number.NEGATIVE_INFINITY;
  return async (progress) => {
    const time = now();
    if (time - last < progressMs && time >= last) return;
    last = time;
    const gone = () => new Error('unreachable: staging proves that the source is there');
    await staging.write([store.advance(db, workspace, { source: id, version: source.next, progress }, gone)]);
  };
}

interface Comparing extends Making {
  readonly known: ReadonlyMap<string, store.KnownDocument>;
  readonly facts: { -readonly [Name in keyof SyncFacts]: number };
  readonly seen: Set<string>;
  /** Why documents were left out. */
  readonly problems: string[];
}

/** Compares what is read with the version that serves, and stages what differs. */
function createComparing({ db, extractor, staging, workspace, signal, known, facts, seen, problems }: Comparing) {
  let waiting: CollectedDocument[] = [];
  let characters = 0;
  let position = 0;
  let staged = 0;
  let tags: Statement[] = [];
  let skips: SkippedDocument[] = [];

  const isSame = (document: CollectedDocument, hash: string, old: store.KnownDocument | undefined) =>
    old?.status === 'ready' && old.hash === hash && old.title === document.title && old.url === document.url;

  const stage = async (document: CollectedDocument, chunks: readonly CutChunk[]): Promise<void> => {
    const { key, url, title, text, etag, lastModified } = document;
    const replaces = known.get(key);
    facts[replaces?.status === 'ready' ? 'changed' : 'added'] += 1;
    staged += 1;
    await staging.add({
      ...{ key, url, title, status: 'ready', problem: null, etag, lastModified, replaces, chunks },
      ...{ hash: hashOf(text), bytes: Buffer.byteLength(text), position: replaces?.position ?? position },
    });
    position += 1;
  };

  const flush = async (): Promise<void> => {
    const documents = waiting;
    [waiting, characters] = [[], 0];
    const uncut = documents.filter(({ chunks }) => chunks === undefined);
    const cut = uncut.length === 0 ? [] : await extractor.prepare(uncut, signal);
    const prepared = new Map(uncut.map((document, index) => [document, cut[index]?.chunks ?? []]));
    for (const document of documents) await stage(document, document.chunks ?? prepared.get(document) ?? []);
    if (tags.length > 0) await staging.write(tags);
    tags = [];
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

  return {
    staged: () => staged,

    add: async (document: CollectedDocument): Promise<void> => {
      const { key, text, etag, lastModified } = document;
      if (seen.has(key)) return;
      if (text.trim() === '') {
        const problem = { code: 'no_text', message: 'The document has no text.' };
        return skip({ key, url: document.url, title: document.title, status: 'failed', problem, keep: false });
      }
      seen.add(key);
      const old = known.get(key);
      if (old !== undefined && isSame(document, hashOf(text), old)) {
        facts.unchanged += 1;
        if (old.etag !== etag || old.lastModified !== lastModified)
          tags.push(store.noteTags(db, workspace, { id: old.id, etag, lastModified }));
        if (tags.length >= batch.documents) await flush();
        return;
      }
      waiting.push(document);
      characters += text.length;
      if (waiting.length >= batch.documents || characters >= batch.characters) await flush();
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
          ...{ etag: null, lastModified: null },
        });
        position += 1;
      }
      skips = [];
    },
  };
}
