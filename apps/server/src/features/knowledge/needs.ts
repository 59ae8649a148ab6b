import type { NamesOf } from '../../access/workspace-for.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Blobs } from '../../storage/blobs/blobs.ts';
import type { Database } from '../../storage/database.ts';
import type { Dequeue, Enqueue } from '../../storage/jobs/queue.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { Sealing } from '../../storage/secrets/sealed.ts';
import type { Statement } from '../../storage/unit.ts';

/** Dependencies of the services of sources. */
export interface SourceNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'source' | 'document' | 'pair' | 'sync'): string;
  readonly room: Room;
  readonly enqueue: Enqueue;
  readonly dequeue: Dequeue;
  /** Seals the credentials of connected sources. */
  readonly secrets: Sealing;
  readonly blobs: Pick<Blobs, 'put' | 'discard' | 'hold' | 'release' | 'read'>;
  readonly namesOf: NamesOf;
  /** Returns the statement that writes an event, for the unit of work of the change. */
  readonly record: RecordEvent;
  /** Returns the statements that take a source away from all agents that use it; `event` is written while they do. */
  detachSource(workspace: string, source: string, event: Statement): readonly Statement[];
}
