import { type Static, Type } from 'typebox';
import { pace } from '../../scheduling/pace.ts';
import type { Database } from '../../storage/database.ts';
import { type Attempt, type Job, job } from '../../storage/jobs/kind.ts';
import type { Statement } from '../../storage/unit.ts';
import { termRules } from '../../text/terms.ts';
import * as store from './compact-store.ts';
import { type Merged, mergeOf } from './merge.ts';
import { purgeSegments } from './purge-store.ts';
import { segmentOf } from './reader.ts';
import { type BuildSegment, rebuild } from './rebuild.ts';
import { insertRows } from './store.ts';

const payload = Type.Object({ source: Type.String() });

/** The kind of the job that merges the segments of a source: enqueue it after a swap, with the source as key. */
export const compaction = { name: 'knowledge.compact', payload, timeoutMs: 300_000, perAccount: 1 } as const;

/** Max chunks of a merged segment: its rows stay within some 3 kB. */
const mostChunks = 65_536;

/** Minimum and maximum number of segments of like size that are merged. */
const fanIn = { least: 8, most: 80 } as const;

/** The share of its chunks that a source may have in segments without needing them. */
const deadShare = 0.5;

/** Dead chunks that aren't worth a merge. */
const fewDead = 200;

/** Chunk numbers that one read looks up. */
const numbersAtOnce = 500;

/** The source or one of its segments is no longer what it was when the compaction began. */
class Overtaken extends Error {}

const overtaken = () => new Overtaken();

const tierOf = (chunks: number): number => Math.floor(Math.log2(Math.max(1, chunks)) / 3);

/** Finds the next segments to merge: eight or more neighbours of like size; undefined if there are fewer. */
function alike(list: readonly store.ListedSegment[]): readonly store.ListedSegment[] | undefined {
  for (let tier = 0; tier <= tierOf(mostChunks); tier += 1) {
    let run: store.ListedSegment[] = [];
    let sum = 0;
    for (const one of list) {
      const isAlike = tierOf(one.chunks) <= tier;
      if (isAlike && sum + one.chunks <= mostChunks && run.length < fanIn.most) {
        run.push(one);
        sum += one.chunks;
        continue;
      }
      if (run.length >= fanIn.least) return run;
      [run, sum] = isAlike ? [[one], one.chunks] : [[], 0];
    }
    if (run.length >= fanIn.least) return run;
  }
  return undefined;
}

/** Dependencies of compactions. */
export interface CompactionNeeds {
  readonly db: Database;
  /** Builds the segments that were cut by the rules of an older release. */
  readonly build: BuildSegment;
}

type Guarded = Pick<Attempt<unknown>, 'signal' | 'guard'>;

/** Parts of a job's attempt that a compaction needs. */
export type Compacted = Pick<Attempt<Static<typeof payload>>, 'workspace' | 'payload'> & Guarded;

const unlessOvertaken = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Overtaken)) throw error;
  });

/** Merges the segments of sources, so that a search reads few rows, and drops chunks that are gone. */
export function createCompaction({ db, build }: CompactionNeeds) {
  const write = (attempt: Guarded, statements: readonly Statement[]) => db.write([attempt.guard(), ...statements]);

  /** Returns a test for the places of a segment that a version still needs; undefined if all are needed. */
  const leftOf = async (workspace: string, of: { source: string; version: number }, numbers: Int32Array) => {
    const live = new Set<number>();
    const end = (numbers.at(-1) ?? 0) + 1;
    for (let from = numbers[0] ?? 0; from < end; from += numbersAtOnce) {
      const until = Math.min(end, from + numbersAtOnce);
      for (const number of await store.findLiveNumbers(db, workspace, { ...of, from, until })) live.add(number);
      await pace.pause();
    }
    const left = numbers.reduce((sum, number) => sum + (live.has(number) ? 1 : 0), 0);
    return left === numbers.length ? undefined : (place: number) => live.has(numbers[place] ?? -1);
  };

  /** Takes a number that no segment has had. */
  const take = async (attempt: Guarded, workspace: string, source: string): Promise<number> => {
    const { taken } = await db.write({
      guard: attempt.guard(),
      taken: store.takeSegmentNumber(db, workspace, source, overtaken),
    });
    return Number(taken.rows[0]?.next_chunk) - 1;
  };

  /** Rebuilds a segment by the rules of this release; the old one serves until then. */
  const renew = async (
    { workspace, payload: { source }, ...attempt }: Compacted,
    version: number,
    { segment, since }: store.ListedSegment,
  ): Promise<void> => {
    const stored = await store.findSegment(db, workspace, { source, segment });
    if (stored === undefined) throw overtaken();
    const { numbers } = segmentOf(source, stored);
    const { signal } = attempt;
    const writing = {
      write: (statements: readonly Statement[]) => write(attempt, statements),
      take: () => take(attempt, workspace, source),
    };
    const made = await rebuild({ db, build, signal, workspace, source, version, ...writing }, { numbers, since });
    await write(attempt, store.swap(db, workspace, { source, made, replaced: [segment] }, overtaken));
  };

  /** Merges segments into one and swaps it for them. */
  const merge = async (
    { workspace, payload: { source }, ...attempt }: Compacted,
    version: number,
    run: readonly store.ListedSegment[],
  ): Promise<void> => {
    const merged: Merged[] = [];
    for (const { segment } of run) {
      const stored = await store.findSegment(db, workspace, { source, segment });
      if (stored === undefined) throw overtaken();
      const decoded = segmentOf(source, stored);
      merged.push({ segment: decoded, isLeft: await leftOf(workspace, { source, version }, decoded.numbers) });
    }
    const plan = mergeOf(merged);
    const replaced = run.map(({ segment }) => segment);
    if (plan.chunks === 0) {
      await write(attempt, store.swap(db, workspace, { source, made: [], replaced }, overtaken));
      return;
    }
    const segment = await take(attempt, workspace, source);
    const since = Math.max(...run.map((one) => one.since));
    const { first, chunks, slots, lengths } = plan;
    await write(attempt, [
      store.beginMerging(db, workspace, { source, segment, since, rules: termRules, first, chunks, slots, lengths }),
    ]);
    for (let step = 0; step < plan.steps; step += 1) {
      attempt.signal.throwIfAborted();
      const given: string[][] = [];
      for (const { segment: of } of merged)
        given.push(await store.findRows(db, workspace, { source, segment: of.segment, slots: plan.slotsOf(of, step) }));
      await pace.pause();
      const built = { rows: plan.rows(step, given) };
      for (const unit of insertRows(db, { workspace, source, segment, built })) await write(attempt, unit);
    }
    await write(attempt, store.swap(db, workspace, { source, made: [segment], replaced }, overtaken));
  };

  /** The segments that have mostly dead chunks, if a source has many. */
  const mostlyDead = async (
    { workspace, payload: { source } }: Compacted,
    of: store.CompactedSource,
    list: readonly store.ListedSegment[],
  ) => {
    const all = list.reduce((sum, { chunks }) => sum + chunks, 0);
    if (all - of.chunkCount < fewDead || of.chunkCount > all * deadShare) return undefined;
    for (const one of list) {
      const stored = await store.findSegment(db, workspace, { source, segment: one.segment });
      if (stored === undefined) continue;
      const { numbers } = segmentOf(source, stored);
      const isLeft = await leftOf(workspace, { source, version: of.version }, numbers);
      const left = isLeft === undefined ? numbers.length : numbers.filter((_, place) => isLeft(place)).length;
      if (left < numbers.length * deadShare) return [one];
    }
    return undefined;
  };

  /** Returns the next step for the segments that serve; undefined if nothing is left to do. */
  const nextStep = async (
    attempt: Compacted,
    of: store.CompactedSource,
  ): Promise<(() => Promise<void>) | undefined> => {
    const all = await store.listSegments(db, attempt.workspace, attempt.payload.source);
    const serving = all.filter(({ since }) => since <= of.version);
    const outdated = serving.find(({ rules }) => rules < termRules);
    if (outdated !== undefined) return () => renew(attempt, of.version, outdated);
    const list = serving.filter(({ rules }) => rules === termRules);
    const run = alike(list) ?? (await mostlyDead(attempt, of, list));
    return run && (() => merge(attempt, of.version, run));
  };

  /**
   * Rebuilds what rules of an older release have cut, then merges what serves of a source, one run of segments after
   * another, and deletes what they replaced.
   */
  const compact = async (attempt: Compacted): Promise<void> => {
    const {
      workspace,
      payload: { source },
    } = attempt;
    await write(attempt, [store.dropUnfinished(db, workspace, source)]);
    while (!attempt.signal.aborted) {
      const of = await store.findSource(db, workspace, source);
      if (of === undefined) return;
      const step = await nextStep(attempt, of);
      if (step === undefined) break;
      await unlessOvertaken(step());
      await purge(attempt);
    }
    await purge(attempt);
  };

  /** Merges what a sync has staged since a version, before it serves: so it is searched fast from the beginning. */
  const compactStaged = async (attempt: Compacted, version: number): Promise<void> => {
    const {
      workspace,
      payload: { source },
    } = attempt;
    await write(attempt, [store.dropUnfinished(db, workspace, source)]);
    while (!attempt.signal.aborted) {
      const list = (await store.listSegments(db, workspace, source)).filter(
        ({ since, rules }) => since === version && rules === termRules,
      );
      const run = alike(list);
      if (run === undefined) break;
      await merge(attempt, version, run);
    }
    await purge(attempt);
  };

  const purge = async ({
    workspace,
    payload: { source },
    ...attempt
  }: Parameters<typeof compact>[0]): Promise<void> => {
    while (!attempt.signal.aborted) {
      const statements = await purgeSegments(db, workspace, { source });
      if (statements.length === 0) return;
      await write(attempt, statements);
    }
  };

  return { compact, compactStaged, job: job(compaction, compact) satisfies Job };
}
