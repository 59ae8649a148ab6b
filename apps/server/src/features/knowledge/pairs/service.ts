import { type Actor, lineOf } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import { rowChanges } from '../../../storage/changes/row-changes.ts';
import type { StoredChanges } from '../../../storage/changes/stored-changes.ts';
import type { Database } from '../../../storage/database.ts';
import { type Along, nothingAlong } from '../../../storage/unit.ts';
import { getSource } from '../access.ts';
import { readBounded } from '../bounded-list.ts';
import { failures } from '../failures.ts';
import type { SourceNeeds } from '../needs.ts';
import * as sources from '../store.ts';
import { syncKindOf } from '../sync/job/kind.ts';
import type { Pair, PairChanges, PairDraft, PairQuery } from './schema.ts';
import * as store from './store.ts';

/** A pair of a source, by their IDs. */
export interface PairTarget {
  readonly source: string;
  readonly id: string;
}

/** A pair that was just created. */
export interface CreatedPair {
  readonly pair: Pair;
  readonly workspace: string;
}

/** The source has as many pairs as it may. */
export const fullOfPairs = () =>
  new AppError(
    'quota_exceeded',
    `The source has ${sourceLimits.pairs.toLocaleString('en-US')} pairs, which is the most.`,
    {
      hint: 'Delete pairs, or create another source.',
    },
  );

export type Pairs = ReturnType<typeof createPairs>;

/** Gets the workspace of a source of pairs that may be changed. */
export async function getQa(db: Database, actor: Actor, id: string): Promise<string> {
  const { workspace, type } = await getSource(db, actor, { id, permission: 'agents:write' });
  if (type === 'qa') return workspace;
  throw new AppError('bad_request', 'Only a source of type qa has pairs.', { hint: 'Create a source of type qa.' });
}

/** A change of the pairs of a source: of one, or of several. */
interface PairsChange {
  readonly source: string;
  readonly pair?: string;
  readonly changes?: StoredChanges;
}

const changesOfPair = rowChanges({
  table: 'knowledge_pairs',
  fields: { question: { field: 'question', look: 'long' }, answer: { field: 'answer', look: 'long' } },
});

/** Returns the statements of every change. They lock the source's row, so they come first. */
export const changingPairs =
  ({ db, enqueue, record }: SourceNeeds) =>
  (actor: Actor, workspace: string, { source, pair, changes }: PairsChange) => ({
    requested: sources.request(db, workspace, source, failures.noSource),
    job: enqueue(workspace, { kind: syncKindOf('qa'), payload: { source, cause: 'changed' }, key: source }),
    event: record(actor, {
      ...{ type: 'knowledge_source.updated', workspace },
      data: { source, fields: ['pairs'], ...(pair !== undefined && { pair }) },
      changes,
    }),
  });

/** The pairs of question and answer of a source: each change asks for a sync. */
export function createPairs(needs: SourceNeeds) {
  const { db, now, newId } = needs;
  const changing = changingPairs(needs);

  return {
    list: async (actor: Actor, source: string, query: PairQuery): Promise<string> => {
      const { workspace } = await getSource(db, actor, { id: source, permission: 'agents:read' });
      return readBounded(db, { query, account: lineOf(actor), ...store.listed(db, workspace, { source, query }) });
    },

    read: async (actor: Actor, { source, id }: PairTarget): Promise<string> => {
      const { workspace } = await getSource(db, actor, { id: source, permission: 'agents:read' });
      const pair = await store.find(db, workspace, { id, source });
      if (pair === undefined) throw failures.noPair();
      return pair.json;
    },

    add: async (
      actor: Actor,
      source: string,
      { draft, along = nothingAlong }: { readonly draft: PairDraft; readonly along?: Along<CreatedPair> },
    ): Promise<CreatedPair> => {
      const workspace = await getQa(db, actor, source);
      const { question, answer } = draft;
      const [id, time] = [newId('pair'), now()];
      const at = new Date(time).toISOString();
      const created = { pair: { _id: id, source, question, answer, createdAt: at, updatedAt: at }, workspace };
      await db.write({
        ...changing(actor, workspace, { source, pair: id }),
        pair: store.add(db, workspace, { id, source, question, answer, now: time }, fullOfPairs),
        along: along(created),
      });
      return created;
    },

    update: async (actor: Actor, { source, id }: PairTarget, changes: PairChanges): Promise<string> => {
      const workspace = await getQa(db, actor, source);
      const changed = changesOfPair({ id, workspace_id: workspace }, { ...changes }, `pairs.${id}.`);
      const { updated } = await db.write({
        // The event looks at the pair as it was.
        ...changing(actor, workspace, { source, pair: id, changes: changed }),
        updated: store.update(db, workspace, { id, source, changes, now: now() }, failures.noPair),
      });
      const [row] = updated.rows;
      if (row === undefined) throw failures.noPair();
      return row.json;
    },

    remove: async (actor: Actor, { source, id }: PairTarget): Promise<void> => {
      const workspace = await getQa(db, actor, source);
      await db.write({
        ...changing(actor, workspace, { source, pair: id }),
        removed: store.remove(db, workspace, { id, source }, failures.noPair),
      });
    },
  };
}
