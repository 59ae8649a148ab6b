import type { Enqueue } from '../../../../storage/jobs/queue.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { SyncCause } from '../../schema.ts';
import { hasPending } from '../stage/edit-store.ts';
import { editKind } from './kind.ts';

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
