import { systemIn } from '../../../../access/actor.ts';
import { type Job, job, noPayload } from '../../../../storage/jobs/kind.ts';
import { nextDoomed } from './begin-store.ts';
import * as store from './jobs-store.ts';
import { cleanKind, syncKindOf, syncKinds } from './kind.ts';
import { createSync, type SyncNeeds } from './sync.ts';

/** Max sources that one look finds. */
const maxFound = 100;

const dueKind = { name: 'knowledge.due', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;
const stuckKind = { name: 'knowledge.stuck', payload: noPayload, timeoutMs: 60_000, concurrency: 1 } as const;

/** Period in ms over which scheduled syncs that are due at the same time are spread. */
const spreadMs = 60_000;

/** The jobs of syncs: the sync itself, what cleans up after it, its schedule, and a look for sources without one. */
export const syncJobs = (needs: SyncNeeds & { readonly random?: () => number }): Job[] => {
  const { db, enqueue, record, random = Math.random } = needs;
  const sync = createSync(needs);
  return [
    ...syncKinds.map((kind) => job(kind, sync)),
    job(cleanKind, async ({ workspace, payload }) => {
      const { source } = payload;
      const found = await store.findCleanable(db, workspace, source);
      if (found === undefined) return {};
      const { version, upTo } = found;
      const replaced = await nextDoomed(db, workspace, { source, which: 'replaced', version, upTo: version });
      const part =
        replaced.length > 0 ? replaced : await nextDoomed(db, workspace, { source, which: 'staged', version, upTo });
      return part.length === 0 ? {} : { effect: part, next: payload };
    }),
    job(
      dueKind,
      async ({ now }) => {
        const time = now();
        const due = await store.findDue(db, time, maxFound);
        const effect = due.flatMap(({ id, workspace, type, interval }) => [
          store.scheduleNext(db, workspace, { source: id, interval, now: time, random: random() }),
          enqueue(workspace, {
            ...{ kind: syncKindOf(type), payload: { source: id, cause: 'scheduled' as const }, key: id },
            runAt: time + Math.floor(random() * spreadMs),
          }),
        ]);
        return { effect, ...(due.length === maxFound && { next: {} }) };
      },
      { pattern: '* * * * *', payload: {} },
    ),
    job(
      stuckKind,
      async ({ now }) => {
        const stuck = await store.findStuck(db, maxFound);
        return {
          effect: stuck.flatMap(({ id, workspace }) => [
            // Before the change, which ends the condition.
            record(systemIn(workspace), {
              ...{ type: 'knowledge_source.failed', workspace },
              data: { source: id, error: store.stuckProblem },
              when: store.isStuck(id),
            }),
            ...store.failStuck(db, workspace, { source: id, now: now() }),
          ]),
        };
      },
      { pattern: '* * * * *', payload: {} },
    ),
  ];
};
