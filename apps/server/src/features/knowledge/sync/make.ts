import { SourceFailure, type Warning } from '../extract/document.ts';
import type { SyncFacts } from '../syncs/schema.ts';
import { noFacts } from './begin-store.ts';
import type { Sink } from './collect.ts';
import { createComparing, type Making } from './comparing.ts';
import * as store from './stage-store.ts';

/** The least time between two notes of the progress, in ms. */
const progressMs = 1_000;

/** Max warnings that a source keeps. */
const maxWarnings = 100;

/** What became of a version. */
export interface Made {
  readonly facts: SyncFacts;
  readonly warnings: readonly Warning[];
  /** Whether it differs from the version that serves. */
  readonly differs: boolean;
}

/** Reads what a source is made of and stages what is new or has changed. */
export async function makeVersion(making: Making): Promise<Made> {
  const { db, workspace, id, source, collect, staging, signal } = making;
  const known = await store.knownOf(db, workspace, { source: id, version: source.version });
  const facts = { ...noFacts };
  const warnings: Warning[] = [];
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
  new SourceFailure('nothing_found', {
    message: ['Nothing was found in the source.', ...new Set(problems.slice(0, 3))].join(' '),
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
