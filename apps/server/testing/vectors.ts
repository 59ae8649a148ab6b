import { onTestFinished } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createModels } from '../src/models/models.ts';
import { type EmbeddingNote, readNote } from '../src/retrieval/vectors/note.ts';
import { createVectors, type VectorLimits } from '../src/retrieval/vectors/vectors.ts';
import type { Database } from '../src/storage/database.ts';
import type { FakeProvider } from './fake-provider.ts';
import { testClock, testJobs, until } from './jobs.ts';

/** Limits in ms that no slow machine reaches. */
const patient = { queryMs: 30_000, loadMs: 30_000, coolDownMs: 0 };

let models = 0;

/** A name for an embedding model that no other test uses. */
export const embeddingModel = (): string => {
  models += 1;
  return `embedding-${models}`;
};

/** Creates vectors with an embedding model, and runs their jobs as a process does. Everything ends with the test. */
export function testVectors(
  db: Database,
  provider: FakeProvider,
  options: { readonly model?: string; readonly limits?: Partial<VectorLimits>; readonly runs?: boolean } = {},
) {
  const { model = embeddingModel(), limits = {}, runs = true } = options;
  const config = readConfig({ ...provider.environment, PARLEY_EMBEDDING_MODEL: `fake/${model}` });
  const { embedder, close } = createModels({
    ...config,
    limits: { retryDelay: 5, embed: 30_000 },
  });
  if (embedder === undefined) throw new Error('No embedding model is set.');
  const clock = testClock();
  const jobs = testJobs(db, clock);
  const errors: unknown[] = [];
  const vectors = createVectors({
    ...{ db: jobs.db, enqueue: jobs.enqueue, embedder, limits: { ...patient, ...limits } },
    onError: (error) => void errors.push(error),
  });
  onTestFinished(async () => {
    await vectors.close();
    await close();
  });
  if (runs) jobs.start(vectors.jobs, { schedules: false });
  const note = async (source: string): Promise<EmbeddingNote | undefined> => {
    const query = db.query.selectFrom('knowledge_sources').select('embedding').where('id', '=', source);
    return readNote((await db.read(query))[0]?.embedding ?? null);
  };
  return {
    ...{ model, vectors, jobs, clock, errors, note },
    /** The requests that the model got. */
    asked: () => provider.asked.filter((each) => each.model === model),
    /** Enqueues the embedding of sources, as a swap does. */
    enqueue: (workspace: string, ...sources: readonly string[]) =>
      jobs.db.write(sources.map((source) => vectors.embedStatement(workspace, source))),
    /** Waits until the note of a source is as expected. */
    noted: async (source: string, expected: (note: EmbeddingNote) => boolean): Promise<void> =>
      until(async () => {
        await jobs.poll();
        const found = await note(source);
        if (found === undefined || !expected(found)) throw new Error(`The note is ${JSON.stringify(found)}.`);
      }),
    /** Searches sources at version 1. Returns the numbers of the chunks, or the reason if there are no chunks. */
    found: async (sources: readonly string[], text: string, { limit = 5, version = 1 } = {}) => {
      const result = await vectors.search(
        sources.map((id) => ({ id, version })),
        text,
        { limit },
      );
      return 'unavailable' in result ? result.unavailable : result.map(({ source, chunk }) => `${source} ${chunk}`);
    },
  };
}

/** True if every chunk is embedded. */
export const isComplete = ({ complete }: EmbeddingNote): boolean => complete;
