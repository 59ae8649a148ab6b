import { Type } from 'typebox';
import { syncCauses, wordField } from '../schema.ts';

/** The job that makes a new version of a source; its key is the source. */
export const syncKind = {
  name: 'knowledge.sync',
  payload: Type.Object({ source: Type.String(), cause: wordField(syncCauses, '') }),
  // Longer than a sync may take by its own limit, which ends it with a reason.
  timeoutMs: 75 * 60_000,
  attempts: 5,
} as const;

/** The job that deletes what a deleted source leaves behind. */
export const purgeKind = {
  name: 'knowledge.purge',
  payload: Type.Object({ source: Type.String() }),
  timeoutMs: 60_000,
  // Over about half a day: what is hidden must not stay.
  attempts: 20,
  perWorkspace: 1,
  concurrency: 2,
} as const;

/** The job that deletes the documents of versions that no longer serve, and those of a version that was rejected. */
export const cleanKind = { ...purgeKind, name: 'knowledge.clean' } as const;
