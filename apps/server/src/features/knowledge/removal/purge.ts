import type { Belongings } from '../../../storage/belongings.ts';
import type { Database } from '../../../storage/database.ts';
import { type Job, job, noPayload } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import { withScans } from '../../../storage/scans/with-scans.ts';
import { purgeKind } from '../sync/job/kind.ts';
import * as store from './store.ts';

/** Max hidden sources that one look finds. */
const maxFound = 100;

/** Makes sure that nothing hidden stays, even if its job was cancelled or is dead. */
const leftovers = { name: 'knowledge.leftovers', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

/** Dependencies of purging. */
interface PurgeNeeds extends store.PurgeParts {
  readonly db: Database;
  readonly enqueue: Enqueue;
}

/** The jobs that delete what deleted sources leave behind, in portions. */
export const purgeJobs = ({ db, enqueue, ...parts }: PurgeNeeds): Job[] => [
  job(purgeKind, async ({ workspace, payload }) => {
    const part = await store.next(db, { workspace, source: payload.source }, parts);
    return part === undefined ? {} : { effect: part.statements, next: payload };
  }),
  job(
    leftovers,
    async () => {
      const found = await store.findHidden(db, maxFound);
      return {
        effect: found.map(({ id, workspace }) =>
          enqueue(workspace, { kind: purgeKind, payload: { source: id }, key: id }),
        ),
      };
    },
    { pattern: '40 * * * *', payload: {} },
  ),
];

/** The sources of a workspace, for its deletion. Agents go before them. */
export const sourcesOfWorkspace = ({ db, ...parts }: Omit<PurgeNeeds, 'enqueue'>): Belongings => ({
  count: async (workspace, scan) => ({
    knowledgeSources: await store.countOfWorkspace(withScans(db, scan), workspace),
  }),
  next: async (workspace) => {
    const source = await store.some(db, workspace);
    return source === undefined ? undefined : store.next(db, { workspace, source }, parts);
  },
});
