import type { Enqueue } from '../../../../storage/jobs/queue.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { SourceNeeds } from '../../needs.ts';
import type { SyncCause } from '../../schema.ts';
import * as sources from '../../store.ts';
import * as checkpointStore from '../checkpoints/checkpoint-store.ts';
import { hasPending } from '../stage/edit-store.ts';
import type { SyncedSource } from './begin-store.ts';
import { editKind, syncKindOf } from './kind.ts';
import { SourceGone } from './seams.ts';

/** A sync with its cause, or a review, at its end. */
interface Ended {
  readonly workspace: string;
  readonly source: string;
  readonly cause: SyncCause | 'review';
}

/**
 * Asks for a version with the edits of chunks that waited for the end of a sync or a review, or came during it. An edit
 * that comes while another is applied has asked for a job of its own.
 */
export function laterEdits(enqueue: Enqueue, { workspace, source, cause }: Ended): Statement[] {
  if (cause === 'edited') return [];
  const payload = { source, cause: 'edited' as const };
  return [enqueue(workspace, { kind: editKind, payload, key: source, when: hasPending(source) })];
}

/** Creates the functions that ask for the sync after one that ends. */
export const createFollowUps = ({ db, enqueue }: Pick<SourceNeeds, 'db' | 'enqueue'>) => ({
  /** Asks for the sync that reads the rest. It comes first, so that the source stays queued. */
  goOn: (workspace: string, id: string, { type }: SyncedSource): Statement[] => [
    sources.request(db, workspace, id, () => new SourceGone()),
    enqueue(workspace, { kind: syncKindOf(type), payload: { source: id, cause: 'changed' }, key: id }),
  ],

  /** Asks for the sync that was asked for during a crawl: its job may have been used up to continue that. */
  followUp: (workspace: string, id: string, { type, crawl, requests }: SyncedSource): Statement[] => {
    if (crawl === undefined) return [];
    const when = checkpointStore.isAsked(id, requests);
    const payload = { source: id, cause: 'requested' as const };
    return [enqueue(workspace, { kind: syncKindOf(type), payload, key: id, when })];
  },
});
