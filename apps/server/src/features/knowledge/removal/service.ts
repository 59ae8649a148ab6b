import { type Actor, lineOf } from '../../../access/actor.ts';
import type { AwaitedAnswer } from '../../../storage/scans/scan-queue.ts';
import { withScans } from '../../../storage/scans/with-scans.ts';
import { getSource } from '../access.ts';
import * as agentStore from '../agent-store.ts';
import { failures } from '../failures.ts';
import type { SourceNeeds } from '../needs.ts';
import type { SourceDependents } from '../schema.ts';
import * as sources from '../store.ts';
import { purgeKind, syncKinds } from '../sync/job/kind.ts';
import * as store from './store.ts';

/** Max agents that a refusal names. */
const maxNamed = 5;

/** An agent uses the source. */
class InUse extends Error {}

export type Removal = ReturnType<typeof createRemoval>;

/** Deletes sources: reads and searches exclude them immediately, and a job deletes their rows. */
export function createRemoval({ db, now, enqueue, dequeue, record, detachSource }: SourceNeeds) {
  const preview = async (actor: Actor, id: string, awaited?: AwaitedAnswer): Promise<SourceDependents> => {
    const { workspace } = await getSource(db, actor, { id, permission: 'workspace:admin' });
    const scan = { account: lineOf(actor), awaited, narrow: 'Try again later.' };
    return store.count(withScans(db, scan), workspace, id);
  };

  return {
    preview,

    /** Deletes a source and returns what went. Throws `source_in_use` if agents use it, unless forced. */
    remove: async (
      actor: Actor,
      { id, force }: { readonly id: string; readonly force: boolean },
      awaited?: AwaitedAnswer,
    ): Promise<SourceDependents> => {
      const counts = await preview(actor, id, awaited);
      const { workspace, name } = await getSource(db, actor, { id, permission: 'workspace:admin' });
      const event = record(actor, {
        ...{ type: 'knowledge_source.deleted', workspace, data: { source: id, name } },
        changes: agentStore.detachedAgents(workspace, id),
      });
      try {
        await db.write({
          hold: sources.hold(db, workspace, id),
          unused: force ? undefined : agentStore.demandUnused(db, workspace, id, () => new InUse()),
          hidden: store.hide(db, workspace, { id, now: now() }, failures.noSource),
          detached: detachSource(workspace, id, event),
          // A crawl can wait for its host for minutes.
          needless: syncKinds.map((kind) => dequeue(workspace, { kind, key: id })),
          job: enqueue(workspace, { kind: purgeKind, payload: { source: id }, key: id }),
        });
      } catch (error) {
        if (!(error instanceof InUse)) throw error;
        const { count, agents } = await agentStore.find(db, workspace, { source: id, limit: maxNamed });
        throw failures.inUse(Math.max(1, count), agents);
      }
      return counts;
    },
  };
}
