import type { Database } from '../../storage/database.ts';
import { type Attempt, type Job, job, noPayload } from '../../storage/jobs/kind.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import type { Statement } from '../../storage/unit.ts';
import { type EmbeddingNeeds, type EmbeddingPayload, embeddingKind, embedSource } from './embedding.ts';
import { completeWith } from './embedding-state.ts';
import * as store from './store.ts';

/** Sources that the sweep looks at in one step. */
const sweptAtOnce = 500;

const sweepKind = { name: 'knowledge.embed-all', payload: noPayload, timeoutMs: 10 * 60_000, concurrency: 1 } as const;

/** Enqueues the embedding of a source, for the unit of work of a swap. */
export const embedStatement = (enqueue: Enqueue, workspace: string, payload: EmbeddingPayload): Statement =>
  enqueue(workspace, { kind: embeddingKind, payload, key: payload.source });

/** The jobs of an instance without an embedding model: they end what an earlier setting has enqueued. */
export const idleVectorJobs: readonly Job[] = [job(embeddingKind, async () => ({})), job(sweepKind, async () => ({}))];

/** Enqueues every source that isn't embedded with the model: after a change of the setting. */
async function sweep(
  { db, enqueue, model }: { readonly db: Database; readonly enqueue: Enqueue; readonly model: string },
  { signal, guard }: Pick<Attempt<unknown>, 'signal' | 'guard'>,
): Promise<void> {
  const beginning = completeWith(model);
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const found = await store.findUnembedded(db, { beginning, after, limit: sweptAtOnce });
    const pending = found.filter(({ isPending }) => isPending);
    if (pending.length > 0) {
      const statements = pending.map(({ id, workspace }) => embedStatement(enqueue, workspace, { source: id }));
      await db.write([guard(), ...statements]);
    }
    after = found.at(-1)?.id ?? '';
    if (found.length < sweptAtOnce) return;
  }
}

/** The jobs that embed: one of a source, and a sweep that finds sources that none was enqueued for. */
export const embeddingJobs = (needs: EmbeddingNeeds): readonly Job[] => [
  job(embeddingKind, (attempt) => embedSource(needs, attempt)),
  job(sweepKind, (attempt) => sweep({ ...needs, model: needs.embedder.model }, attempt), {
    pattern: '*/10 * * * *',
    payload: {},
  }),
];
