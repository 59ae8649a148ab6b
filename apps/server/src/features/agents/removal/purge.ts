import { Type } from 'typebox';
import type { Database } from '../../../storage/database.ts';
import { type Job, job, noPayload } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Statement } from '../../../storage/unit.ts';
import * as store from './delete-store.ts';

/** Max hidden agents that one look finds. */
const maxFound = 100;

/** Deletes the rows of an agent that was deleted with a long history. */
export const purge = {
  name: 'agents.purge',
  payload: Type.Object({ agent: Type.String() }),
  timeoutMs: 60_000,
  // Over about half a day: what is hidden must not stay.
  attempts: 20,
  // Their units would share one transaction.
  concurrency: 2,
} as const;

/** Makes sure that nothing hidden stays, even if its job was cancelled or is dead. */
const leftovers = { name: 'agents.leftovers', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

/** Dependencies of purging. */
interface PurgeNeeds {
  readonly db: Database;
  readonly enqueue: Enqueue;
  /** The statements that delete the next part of an agent's conversations; none if nothing is left. */
  nextPart(workspace: string, agent: string): Promise<readonly Statement[]>;
}

/** The jobs that delete what a deleted agent leaves behind, in batches. */
export const purgeJobs = ({ db, enqueue, nextPart }: PurgeNeeds): Job[] => [
  job(purge, async ({ workspace, payload }) => {
    const { agent } = payload;
    const part = await nextPart(workspace, agent);
    if (part.length > 0) return { effect: part, next: payload };
    return { effect: [store.removeHidden(db, workspace, agent)] };
  }),
  job(
    leftovers,
    async () => {
      const found = await store.findHidden(db, maxFound);
      return {
        effect: found.map(({ id, workspace }) => enqueue(workspace, { kind: purge, payload: { agent: id }, key: id })),
      };
    },
    { pattern: '30 * * * *', payload: {} },
  ),
];
