import type { Actor } from '../../../access/actor.ts';
import { changesOf } from '../../../events/changes.ts';
import { type Along, nothingAlong } from '../../../storage/unit.ts';
import { allowed, getSource } from '../access.ts';
import { failures } from '../failures.ts';
import type { SourceNeeds } from '../needs.ts';
import type { KnowledgeSource } from '../schema.ts';
import * as sources from '../store.ts';
import { laterEdits } from './job/follow-ups.ts';
import { cleanKind } from './job/kind.ts';
import { swap, totalsOf } from './job/swap-store.ts';
import * as store from './store.ts';

/** A decision, and what is committed with it. */
interface Decision {
  readonly approve: boolean;
  readonly along?: Along<{ json: string; workspace: string }>;
}

export type Reviews = ReturnType<typeof createReviews>;

/** Decides on versions that wait for a review. */
export function createReviews({ db, now, enqueue, record }: SourceNeeds) {
  return {
    /** Serves the version that waits, or discards it; returns the source as JSON. Throws `review_not_waiting`. */
    decide: async (actor: Actor, id: string, { approve, along = nothingAlong }: Decision) => {
      const { workspace, review, version } = await getSource(db, actor, { id, permission: 'agents:write' });
      if (review === undefined) throw failures.noReview();
      const time = now();
      const before = allowed(actor, 'agents:write', await sources.find(db, [workspace], id));
      const waiting = await store.findWaiting(db, workspace, { source: id, version: review.version });
      if (waiting === undefined) throw failures.noReview();
      const totals = await totalsOf(db, workspace, { source: id, version: review.version });
      const source = JSON.parse(before.json) as KnowledgeSource;
      const at = new Date(time).toISOString();
      const approved: Partial<KnowledgeSource> = {
        ...{ version: review.version, documentCount: totals.documents, chunkCount: totals.chunks },
        ...{ bytes: totals.bytes, contentHash: totals.hash, lastSyncedAt: at, updatedAt: at },
      };
      const answer = {
        json: JSON.stringify({ ...source, ...(approve && approved), review: null }),
        workspace,
      };
      await db.write({
        settled: store.settle(
          db,
          workspace,
          { source: id, version: review.version, approve, now: time },
          failures.noReview,
        ),
        swapped: approve
          ? swap(
              db,
              workspace,
              {
                ...{ source: id, version: review.version, totals, now: time, warnings: waiting.warnings },
                ...{ requests: waiting.requests, builtOf: waiting.builtOf },
              },
              failures.noReview,
            )
          : [],
        edits: laterEdits(enqueue, { workspace, source: id, cause: 'review' }),
        job: enqueue(workspace, { kind: cleanKind, payload: { source: id }, key: id }),
        event: record(actor, {
          ...{ type: 'knowledge_source.updated', workspace },
          data: { source: id, fields: ['review'], approved: approve },
          changes: changesOf(workspace, [
            { field: 'review', before: { version: review.version }, after: null },
            { field: 'version', before: version, after: approve ? review.version : version },
          ]),
        }),
        ready: approve
          ? record(actor, {
              ...{ type: 'knowledge_source.ready', workspace },
              data: { source: id, version: review.version, changed: true },
            })
          : [],
        along: along(answer),
      });
      return answer;
    },
  };
}
