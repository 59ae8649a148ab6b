import type { TObject } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import type { NamesOf } from '../../access/workspace-for.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Database } from '../../storage/database.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';

/** The conversations to count, at most this many. */
interface Counted {
  readonly workspaceId: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly most: number;
}

/** Dependencies of views. */
export interface ViewNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'view'): string;
  readonly namesOf: NamesOf;
  readonly record: RecordEvent;
  /** The schema of the filters of conversations, each optional. */
  readonly filters: TObject;
  /** Counts conversations that the actor may read. Throws `query_timeout`. */
  countUpTo(actor: Actor, counted: Counted, awaited?: AwaitedAnswer): Promise<number>;
}
