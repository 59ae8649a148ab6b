import { type Static, Type } from 'typebox';
import type { Embedder } from '../../models/embeddings/embeddings.ts';
import { ModelError } from '../../models/model.ts';
import type { Database } from '../../storage/database.ts';
import type { Attempt, JobEnd } from '../../storage/jobs/kind.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Statement } from '../../storage/unit.ts';
import { embedAll } from './embed.ts';
import { embeddingError, retryAfter } from './embedding-error.ts';
import { type Embeddable, embeddable } from './embedding-input.ts';
import { type EmbeddingState, readEmbeddingState, spaceOf, writeEmbeddingState } from './embedding-state.ts';
import * as store from './store.ts';

/** Chunks that are read, embedded and stored together: about 200 KB, so that other writers wait little. */
const portion = 128;

/** Maximum duration of an attempt in ms, before other jobs get their turn. */
const longestMs = 20_000;

/** Maximum number of times that a model may change its dimensions while a source is embedded. */
const maxChanges = 2;

const payload = Type.Object({
  source: Type.String(),
  /** Number of failures of the provider so far. */
  failures: Type.Optional(Type.Number()),
  /** The dimensions that the model's vectors had before. */
  former: Type.Optional(Type.Array(Type.Number())),
  /** True if the model may have changed its dimensions: one text shows it. */
  check: Type.Optional(Type.Boolean()),
});

/** Payload of the job of a source. */
export type EmbeddingPayload = Static<typeof payload>;

/** The job that embeds a source. */
export const embeddingKind = {
  ...{ name: 'knowledge.embed', payload, timeoutMs: 10 * 60_000 },
  concurrency: 2,
} as const;

/** Dependencies of embedding. */
export interface EmbeddingNeeds {
  readonly db: Database;
  readonly enqueue: Enqueue;
  readonly embedder: Embedder;
}

type Of = Pick<Attempt<EmbeddingPayload>, 'workspace' | 'payload' | 'signal' | 'guard' | 'now'>;

/** An attempt: what it has counted, and the number of the last chunk that it has embedded. */
interface Run {
  readonly until: number;
  after: number;
  total: number | undefined;
}

/** The source as it was read, and its note. */
interface Read {
  readonly at: store.EmbeddedSource;
  readonly note: EmbeddingState;
}

/** Another job has changed the note of the source, or the source is deleted. */
class Overtaken extends Error {}

/** A chunk was deleted after it was read. */
class Gone extends Error {}

/** The note of a source: its own, or a new one if it is of another model. */
function noteOf(model: string, text: string | null): EmbeddingState {
  const note = readEmbeddingState(text);
  if (note?.model === model) return note;
  return { model, complete: false, dimensions: null, done: 0, total: 0, error: null };
}

/**
 * Embeds the chunks of a source that have no vector yet. The note changes only from what was read: of two that embed the
 * same source, one ends. A failure of the provider is noted with the source, and the job is enqueued for later.
 */
export async function embedSource(needs: EmbeddingNeeds, of: Of): Promise<JobEnd<EmbeddingPayload>> {
  const run: Run = { until: performance.now() + longestMs, after: -1, total: undefined };
  for (;;) {
    of.signal.throwIfAborted();
    const [at] = await store.findSources(needs.db, [of.payload.source]);
    if (at === undefined || at.workspace !== of.workspace || at.version === 0) return {};
    const read = { at, note: noteOf(needs.embedder.model, at.embedding) };
    const end = await advance(needs, of, { run, ...read }).catch((error: unknown) => {
      const { total = read.note.total } = run;
      return ended(needs, of, { error, at, note: { ...read.note, total } });
    });
    if (end !== undefined) return end;
  }
}

/** Embeds the next portion; returns how the attempt ends, or undefined if it goes on. */
async function advance(
  needs: EmbeddingNeeds,
  of: Of,
  { run, at, note }: Read & { readonly run: Run },
): Promise<JobEnd<EmbeddingPayload> | undefined> {
  const { db } = needs;
  const { source, former = [] } = of.payload;
  if (former.length > maxChanges) {
    throw new ModelError('broken', `it changes the dimensions of its vectors: ${former.join(', ')}`);
  }
  if (run.total === undefined && (await haveChanged(needs, of, note))) {
    const fresh = { ...note, complete: false, dimensions: null, done: 0 };
    await db.write([of.guard(), change(needs, of, { at, note: fresh })]);
    return { next: { source, former: [...former, note.dimensions ?? 0] } };
  }
  const where = { source, version: at.version, space: spaceOf(note) };
  const counts = run.total === undefined ? await store.countLive(db, of.workspace, where) : undefined;
  run.total ??= counts?.total ?? 0;
  const found = await store.findMissing(db, of.workspace, { ...where, after: run.after, limit: portion });
  if (found.length === 0) return complete(needs, of, { at, note });
  if (performance.now() > run.until) return { next: { source, former } };
  const begun = { ...note, complete: false, total: run.total, done: counts?.done ?? note.done };
  const embedded = await embedPortion(needs, of, { at, note: begun, chunks: found.map(embeddable) });
  run.after = found.at(-1)?.number ?? run.after;
  return embedded === 'changed' ? { next: { source, former: [...former, note.dimensions ?? 0] } } : undefined;
}

/** Finds out by one text whether the model's dimensions are still those of the note, if that is in doubt. */
async function haveChanged(
  { embedder }: EmbeddingNeeds,
  { payload: { check = false }, signal }: Of,
  note: EmbeddingState,
) {
  if (!check || note.dimensions === null) return false;
  const [vector] = await embedder.embed(['dimensions'], { signal });
  return vector !== undefined && vector.length !== note.dimensions;
}

const change = ({ db }: EmbeddingNeeds, { workspace, payload: { source } }: Of, { at, note }: Read): Statement =>
  store.changeNote(db, workspace, { source, from: at.embedding, to: writeEmbeddingState(note) }, () => new Overtaken());

/** Embeds and stores chunks; says if the model has changed its dimensions. */
async function embedPortion(
  needs: EmbeddingNeeds,
  of: Of,
  { at, note, chunks }: Read & { readonly chunks: readonly Embeddable[] },
): Promise<'changed' | 'stored'> {
  const { db, embedder } = needs;
  const { workspace, signal } = of;
  const { source } = of.payload;
  const known = await twinsOf(db, workspace, { source, note, chunks });
  const inputs = new Set(chunks.filter(({ hash }) => !known.has(hash)).map(({ input }) => input));
  const made = await embedAll(embedder, [...inputs], { signal, dimensions: note.dimensions ?? undefined });
  const dimensions = made.dimensions ?? note.dimensions;
  const changed = note.dimensions !== null && dimensions !== note.dimensions;
  // The vectors of the former dimensions are of no use any more, also those that were just found.
  const rows = chunks.flatMap(({ number, input, hash }) => {
    const vector = made.vectors.get(input) ?? (changed ? undefined : known.get(hash));
    return vector === undefined ? [] : [{ number, hash, vector }];
  });
  const done = (changed ? 0 : note.done) + rows.length;
  const next = { ...note, dimensions, done, error: null };
  await db.write([
    of.guard(),
    change(needs, of, { at, note: next }),
    store.putVectors(db, workspace, { source, space: spaceOf(next), rows }, () => new Gone()),
  ]);
  return changed ? 'changed' : 'stored';
}

/** The vectors that the source has for equal texts, by their hash. */
async function twinsOf(
  db: Database,
  workspace: string,
  { source, note, chunks }: { source: string; note: EmbeddingState; chunks: readonly Embeddable[] },
): Promise<ReadonlyMap<string, string>> {
  if (note.dimensions === null) return new Map();
  const hashes = [...new Set(chunks.map(({ hash }) => hash))];
  const twins = await store.findTwins(db, workspace, { source, space: spaceOf(note), hashes });
  return new Map(twins.map(({ hash, vector }) => [hash, vector]));
}

/** Counts again and notes the result. If more serves than before, the job goes on. */
async function complete(needs: EmbeddingNeeds, of: Of, { at, note }: Read): Promise<JobEnd<EmbeddingPayload>> {
  const { source } = of.payload;
  const counts = await store.countLive(needs.db, of.workspace, { source, version: at.version, space: spaceOf(note) });
  const isWhole = counts.done === counts.total;
  const next = { ...note, ...counts, complete: isWhole, error: null };
  if (writeEmbeddingState(next) !== at.embedding)
    await needs.db.write([of.guard(), change(needs, of, { at, note: next })]);
  return isWhole ? {} : { next: { source } };
}

/** Returns the end of an attempt after an error; undefined if the chunks must be read again. */
async function ended(
  needs: EmbeddingNeeds,
  of: Of,
  { error, at, note }: Read & { readonly error: unknown },
): Promise<JobEnd<EmbeddingPayload> | undefined> {
  if (error instanceof Gone) return undefined;
  if (error instanceof Overtaken) return {};
  if (!(error instanceof ModelError)) throw error;
  const { source, failures = 0 } = of.payload;
  const failed = { ...note, complete: false, error: embeddingError(needs.embedder.model, error) };
  const again = { kind: embeddingKind, payload: { source, failures: failures + 1 }, key: source };
  const runAt = of.now() + retryAfter(error, failures);
  try {
    await needs.db.write([
      of.guard(),
      change(needs, of, { at, note: failed }),
      needs.enqueue(of.workspace, { ...again, runAt }),
    ]);
  } catch (other) {
    if (!(other instanceof Overtaken)) throw other;
  }
  return {};
}
