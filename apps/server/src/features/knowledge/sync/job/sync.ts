import { systemIn } from '../../../../access/actor.ts';
import type { Reader } from '../../../../extract/extractor.ts';
import { compaction } from '../../../../retrieval/index/compact.ts';
import type { Attempt, JobEnd } from '../../../../storage/jobs/kind.ts';
import type { QuotaUse } from '../../../../storage/quotas/quotas.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { SourceNeeds } from '../../needs.ts';
import type { SourceType, SyncCause } from '../../schema.ts';
import * as checkpointStore from '../checkpoints/checkpoint-store.ts';
import { type Collector, collectStored } from '../collect/collect.ts';
import { reviewOf } from '../guard/guard.ts';
import { replayOf } from '../guard/replay.ts';
import { unmark } from '../stage/edit-store.ts';
import { createStaging } from '../stage/staging.ts';
import * as beginStore from './begin-store.ts';
import { deadline } from './deadline.ts';
import { type Discarding, discard, goBack } from './discard.ts';
import type { Problem } from './ending-store.ts';
import * as endings from './ending-store.ts';
import { failedAttempt, failedBy, isInterrupted } from './failure.ts';
import { createFollowUps, laterEdits } from './follow-ups.ts';
import { cleanKind, editKind, syncAttempts, syncKindOf } from './kind.ts';
import { type Made, makeVersion } from './make-version.ts';
import { type SearchSource, SourceGone, type SyncExtractor, type SyncIndex } from './seams.ts';
import { createSourceQuota } from './source-quota.ts';
import { swap, totalsOf } from './swap-store.ts';

/** The shortest and the longest interval in ms between two looks while another sync of the source runs. */
const turnMs = { least: 50, most: 2_000 };

/** Dependencies of syncs. */
export interface SyncNeeds extends Pick<SourceNeeds, 'db' | 'newId' | 'room' | 'enqueue' | 'record' | 'blobs'> {
  readonly extractor: SyncExtractor;
  readonly index: SyncIndex;
  readonly search: SearchSource;
  readonly collectors: Readonly<Partial<Record<SourceType, Collector>>>;
  /** Quotas of the account of a workspace, and their use. */
  quotasOf(owner: { readonly workspace: string }): Promise<{ readonly items: readonly QuotaUse[] } | undefined>;
  /** The account that a workspace belongs to; undefined if it was deleted. */
  accountOf(workspace: string): Promise<string | undefined>;
  /** Returns the statements that have the chunks of a new version embedded. */
  embed(workspace: string, source: string): readonly Statement[];
  onError(error: unknown): void;
}

type SyncAttempt = Attempt<{ readonly source: string; readonly cause: SyncCause }>;
type End = JobEnd<{ source: string; cause: SyncCause }>;

/** A sync that has begun. */
type Begun = Discarding & { readonly attempt: SyncAttempt };

/** A source whose next version another job makes, with its type, and the time since that began, in ms. */
interface Later {
  readonly later: SourceType;
  readonly since: number;
}

class Taken extends Error {}

/** Creates the handler of the job that makes a new version of a source. */
export function createSync(needs: SyncNeeds) {
  const { db, newId, enqueue, record } = needs;
  const { followUp, goOn } = createFollowUps(needs);

  /** Begins a version, or continues a crawl. Undefined if the source was deleted; `waits` for edits of chunks. */
  const begin = async (attempt: SyncAttempt): Promise<beginStore.SyncedSource | Later | 'waits' | undefined> => {
    const { workspace, payload, id: job, now } = attempt;
    const { source, cause } = payload;
    const before = await beginStore.findSynced(db, workspace, source);
    if (cause === 'edited' && before?.waits === true) return 'waits';
    try {
      if (before?.crawl !== undefined) {
        const of = { source, version: before.next, job, settings: before.settingsText };
        await db.write([attempt.guard(), checkpointStore.resume(db, workspace, of, () => new Taken())]);
        // Before it, another attempt may have got further, or the settings have changed.
        const taken = await beginStore.findSynced(db, workspace, source);
        // Requests since the crawl began need another sync.
        if (taken?.crawl !== undefined) return { ...taken, requests: taken.crawl.requests };
      }
      const beginning = { source, job, id: newId('sync'), cause, now: now() };
      await db.write([attempt.guard(), ...beginStore.begin(db, workspace, beginning, () => new Taken())]);
    } catch (error) {
      if (!(error instanceof Taken)) throw error;
      const other = await beginStore.findSynced(db, workspace, source);
      const began = await beginStore.findBegun(db, workspace, source);
      return other && { later: other.type, since: now() - (began ?? 0) };
    }
    return beginStore.findSynced(db, workspace, source);
  };

  /** A requested sync reads content again that took too long before. */
  const readerOf = async ({ workspace, payload }: SyncAttempt): Promise<Reader> => ({
    account: (await needs.accountOf(workspace)) ?? workspace,
    ...(payload.cause === 'requested' && { since: performance.now() }),
  });

  const make = async (begun: Begun): Promise<End> => {
    const { attempt, id, source, signal } = begun;
    const { workspace, now } = attempt;
    const earlier = source.crawl === undefined ? await discard(needs, begun) : await goBack(needs, begun, source.crawl);
    const collect = attempt.payload.cause === 'edited' ? collectStored : needs.collectors[source.type];
    if (collect === undefined) throw new Error(`No reader for sources of type ${source.type}.`);
    const quotas = await needs.quotasOf({ workspace });
    const staging = createStaging(needs, {
      ...{ workspace, source: id, version: source.next },
      ...{ attempt: { guard: attempt.guard, now, signal }, left: createSourceQuota(quotas?.items ?? []), earlier },
    });
    const reader = await readerOf(attempt);
    const making = { ...needs, collect, staging, workspace, id, source, signal, reader, now, aside: attempt.aside };
    const made = await makeVersion(making, source.crawl);
    if ('wait' in made) return paused(attempt, source, made.wait);
    const staged = { workspace, payload: { source: id }, guard: attempt.guard, signal };
    await needs.index.compactStaged(staged, source.next);
    return {
      effect: [...(made.more === true ? goOn(attempt.workspace, id, source) : []), ...(await ending(begun, made))],
    };
  };

  /** The end of an attempt at a crawl that isn't over: another one follows, immediately or when the host allows it. */
  const paused = (attempt: SyncAttempt, source: beginStore.SyncedSource, wait: number): End => {
    const { workspace, payload, now } = attempt;
    if (wait === 0) return { next: payload };
    const of = { source: payload.source, version: source.next, until: now() + wait };
    return {
      effect: [
        endings.noteWait(db, workspace, of),
        enqueue(workspace, { kind: syncKindOf(source.type), payload, key: payload.source, runAt: of.until }),
      ],
    };
  };

  /** The statements with which a version that is complete begins to serve, or waits. */
  const ending = async ({ attempt, id, source }: Begun, { facts, warnings, differs }: Made) => {
    const { workspace, now, payload } = attempt;
    const of = { source: id, version: source.next, now: now(), requests: source.requests };
    const isEdit = payload.cause === 'edited';
    const texts = { warnings: JSON.stringify(warnings), builtOf: source.settingsText, isEdit };
    const edits = laterEdits(enqueue, { workspace, source: id, cause: payload.cause });
    const gone = () => new SourceGone();
    const [system, type] = [systemIn(workspace), 'knowledge_source.ready'] as const;
    const ready = (version: number, changed: boolean) =>
      record(system, { type, workspace, data: { source: id, version, changed } });
    const trimmed = endings.trimSyncs(db, workspace, id);
    if (!differs && source.version > 0) {
      return [
        endings.endUnchanged(db, workspace, { ...of, ...texts }, gone),
        endings.endSync(db, workspace, { ...of, outcome: 'unchanged', facts }),
        trimmed,
        ...followUp(workspace, id, source),
        ...edits,
        enqueue(workspace, { kind: cleanKind, payload: { source: id }, key: id }),
        // A schedule that finds nothing new is no news.
        ...(payload.cause === 'scheduled' ? [] : [ready(source.version, false)]),
      ];
    }
    // An edit is its author's decision.
    const review = isEdit ? undefined : await reviewOf(db, { workspace, id, source, now: of.now });
    const replay = await replayOf({ db, workspace, id, source, search: needs.search, now });
    if (review !== undefined) {
      return [
        endings.endInReview(db, workspace, { ...of, ...texts, review }, gone),
        endings.endSync(db, workspace, { ...of, outcome: 'review', facts, replay }),
        trimmed,
        ...followUp(workspace, id, source),
        record(system, {
          ...{ type: 'knowledge_source.needs_review', workspace },
          data: { source: id, version: source.next, reasons: [...review.reasons] },
        }),
      ];
    }
    const totals = await totalsOf(db, workspace, { source: id, version: source.next });
    return [
      ...swap(db, workspace, { ...of, ...texts, totals }, gone),
      endings.endSync(db, workspace, { ...of, outcome: 'ready', facts, replay }),
      trimmed,
      ...followUp(workspace, id, source),
      ...edits,
      ready(source.next, true),
      enqueue(workspace, { kind: cleanKind, payload: { source: id }, key: id }),
      enqueue(workspace, { kind: compaction, payload: { source: id }, key: id }),
      ...needs.embed(workspace, id),
    ];
  };

  /** Ends an attempt that failed; throws unless the source itself is to blame and no other attempt follows. */
  const fail = async ({ attempt, id, source }: Begun, error: unknown): Promise<JobEnd<never>> => {
    const {
      workspace,
      now,
      payload: { cause },
    } = attempt;
    const { problem, isUnexpected, retry } = failedBy(error);
    if (isUnexpected) needs.onError(error);
    const latest = await beginStore.findSynced(db, workspace, id);
    if (latest === undefined) return {};
    const waits = retry && attempt.attempt < syncAttempts;
    const isKept = waits && latest.crawl?.version === source.next;
    const of = { source: id, version: source.next, now: now(), requests: source.requests, error: problem, waits };
    // Another attempt continues the crawl.
    if (isKept) throw failedAttempt(problem, true, [endings.endFailed(db, workspace, { ...of, isKept })]);
    // It was changed meanwhile, so what it was made of may be gone; the sync that was asked for makes it again.
    if (latest.requests > source.requests)
      return { effect: [...endings.giveWay(db, workspace, id), ...followUp(workspace, id, source)] };
    const end = waits
      ? []
      : [failedEvent(workspace, id, problem), ...laterEdits(enqueue, { workspace, source: id, cause })];
    const effect = [
      endings.endFailed(db, workspace, { ...of, isKept }),
      endings.endSync(db, workspace, { ...of, outcome: 'failed', facts: beginStore.noFacts }),
      endings.trimSyncs(db, workspace, id),
      enqueue(workspace, { kind: cleanKind, payload: { source: id }, key: id }),
      ...end,
    ];
    if (waits || isUnexpected) throw failedAttempt(problem, waits, effect);
    return { effect };
  };

  const failedEvent = (workspace: string, source: string, error: Problem): Statement =>
    record(systemIn(workspace), { type: 'knowledge_source.failed', workspace, data: { source, error } });

  /** Makes the version within its time. */
  const run = async (attempt: SyncAttempt, source: beginStore.SyncedSource): Promise<End> => {
    const { signal, close } = deadline(attempt.signal);
    const begun = { attempt, id: attempt.payload.source, source, signal };
    try {
      return await make(begun);
    } catch (error) {
      // The reason of an interruption says more than the error that it causes in a reader.
      const cause: unknown = signal.aborted ? signal.reason : error;
      if (cause instanceof SourceGone) return {};
      if (isInterrupted(cause)) throw cause;
      return fail(begun, cause);
    } finally {
      close();
    }
  };

  return async (attempt: SyncAttempt): Promise<End> => {
    const { workspace, payload, now } = attempt;
    const source = await begin(attempt);
    if (source === undefined) return {};
    if (source === 'waits') return { effect: [unmark(db, workspace, payload.source)] };
    if (!('later' in source)) return run(attempt, source);
    const kind = payload.cause === 'edited' ? editKind : syncKindOf(source.later);
    // Most syncs are short, so the looks are as rare as the other one is long.
    const wait = Math.min(Math.max(source.since, turnMs.least), turnMs.most);
    const again = { kind, payload, key: payload.source, runAt: now() + wait };
    return { effect: [enqueue(workspace, again)] };
  };
}
