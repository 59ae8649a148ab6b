import type { Database } from '../../storage/database.ts';
import { type Job, job, noPayload } from '../../storage/jobs/kind.ts';
import type { Enqueue } from '../../storage/jobs/queue.ts';
import { compaction } from './compact.ts';
import { findOutdated } from './rebuild-store.ts';

/** Max sources that one look finds. */
const maxFound = 100;

const outdatedSegmentsKind = {
  name: 'knowledge.rules',
  payload: noPayload,
  timeoutMs: 60_000,
  concurrency: 1,
} as const;

/**
 * The job that looks for segments that were cut by the rules of an older release, each minute from the start on. Their
 * compaction rebuilds them; until then they serve as they are.
 */
export const outdatedSegmentsJob = ({ db, enqueue }: { readonly db: Database; readonly enqueue: Enqueue }): Job =>
  job(
    outdatedSegmentsKind,
    async () => ({
      effect: (await findOutdated(db, maxFound)).map(({ id, workspace }) =>
        enqueue(workspace, { kind: compaction, payload: { source: id }, key: id }),
      ),
    }),
    { pattern: '* * * * *', payload: {} },
  );
