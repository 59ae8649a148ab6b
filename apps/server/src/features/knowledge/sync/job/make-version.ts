import { SourceFailure, type Warning } from '../../../../extract/document.ts';
import { createCheckpoints, readRest } from '../checkpoints/checkpoints.ts';
import type { Counted, Head } from '../checkpoints/head-schema.ts';
import { collectStored, type Sink } from '../collect/collect.ts';
import type { SyncFacts } from '../schema.ts';
import { findEdited } from '../stage/edit-store.ts';
import * as store from '../stage/stage-store.ts';
import { type ComparisonNeeds, createVersionComparison } from '../stage/version-comparison.ts';
import { noFacts } from './begin-store.ts';

/** The least time between two notes of the progress, in ms. */
const progressMs = 1_000;

/** Max warnings that a source keeps. */
const maxWarnings = 100;

/** Result of making a version. */
export interface Made {
  readonly facts: SyncFacts;
  readonly warnings: readonly Warning[];
  /** True if it differs from the version that serves. */
  readonly differs: boolean;
  /** True if there is more to read. */
  readonly more?: boolean;
}

/** A version that isn't complete: it is continued after so many ms. */
export interface Paused {
  readonly wait: number;
}

/**
 * Reads what a source is made of and stages what is new or has changed; with `head`, from there on. Returns how long to
 * wait if a crawl isn't over.
 */
export async function makeVersion(making: ComparisonNeeds, head?: Head): Promise<Made | Paused> {
  const { db, workspace, id, source, collect, staging, signal, aside, reader } = making;
  const known = await store.knownOf(db, workspace, { source: id, version: source.version });
  const earlier = head && (await readRest(making, head));
  const counted: Counted = {
    ...{ facts: { ...(head?.facts ?? noFacts) }, warnings: [...(head?.warnings ?? [])] },
    ...{ problems: [...(head?.problems ?? [])], seen: new Set(earlier?.seen) },
  };
  const { facts, warnings, seen, problems } = counted;
  if (head?.site === null) return { facts, warnings, differs: head.differs };
  const edited = await findEdited(db, workspace, id);
  const comparison = createVersionComparison({ ...making, known, edited, facts, seen, problems, head });
  const note = noting(making);
  const settle = async () => {
    await comparison.flush();
    return { ...(await staging.settle()), staged: comparison.staged(), position: comparison.position() };
  };
  const checkpoints = createCheckpoints({ ...making, counted, head, rest: earlier?.rest, settle });
  let more = false;
  const sink: Sink = {
    document: comparison.add,
    together: comparison.addTogether,
    same: (key) => {
      if (!seen.has(key)) facts.unchanged += 1;
      seen.add(key);
    },
    skip: comparison.skip,
    warn: (warning) => {
      if (warnings.length < maxWarnings) warnings.push(warning);
    },
    more: () => {
      more = true;
    },
    progress: note,
  };
  await collect({ workspace, id, source, known, signal, aside, reader, checkpoints }, sink);
  const wait = checkpoints.waiting();
  if (wait !== undefined) return { wait };
  await comparison.finish();
  const gone = [...known.values()].filter(({ key }) => !seen.has(key));
  // Pages that were left out now are counted already.
  facts.removed += gone.filter(({ status }) => status === 'ready').length;
  await staging.end(gone.map((document) => document.id));
  await staging.finish();
  facts.chunks = staging.written();
  const hasAny = facts.added + facts.changed + facts.unchanged > 0;
  if (!hasAny && source.type !== 'qa' && source.type !== 'documents') throw nothingFound(problems);
  const differs = gone.length + comparison.staged() > 0;
  if (source.type === 'website' && collect !== collectStored) await checkpoints.complete(differs, await settle());
  return { facts, warnings, differs, more };
}

/** No document has text; the reasons of those that were left out are said, as far as they fit. */
const nothingFound = (problems: readonly string[]) =>
  new SourceFailure('nothing_found', {
    message: ['Nothing was found in the source.', ...new Set(problems.slice(0, 3))].join(' '),
    hint: 'Check what the source is made of, then sync it again.',
  });

/** Notes the progress at most once a second. */
function noting({ staging, now }: ComparisonNeeds): Sink['progress'] {
  let last = Number.NEGATIVE_INFINITY;
  return async (progress) => {
    const time = now();
    if (time - last < progressMs && time >= last) return;
    last = time;
    await staging.progress(progress);
  };
}
