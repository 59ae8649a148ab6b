import type { Secrets } from '../../access/secrets.ts';
import type { NamesOf } from '../../access/workspace-for.ts';
import type { RecordEvent } from '../../events/happening.ts';
import type { Database } from '../../storage/database.ts';
import type { Room } from '../../storage/quotas/quotas.ts';
import type { Sealing } from '../../storage/secrets/sealed.ts';
import type { KindNeeds } from '../../tools/kind.ts';

/** Creates a check of values by a schema; it fills in defaults, and throws `validation_failed` with dotted paths. */
export type CreateCheck = (schema: object, path: string) => (value: Record<string, unknown>) => void;

/** Dependencies of tools. */
export interface ToolNeeds extends KindNeeds {
  readonly db: Database;
  newId(kind: 'tool' | 'toolConnection'): string;
  /** The address of the service, to which authorization servers send people back. */
  readonly publicUrl: string;
  readonly room: Room;
  readonly secrets: Sealing & Pick<Secrets, 'linkDigest'>;
  readonly namesOf: NamesOf;
  readonly record: RecordEvent;
}

/** A tool, and the versions that `If-Match` allows; any if undefined. */
export interface Target {
  readonly id: string;
  readonly ifMatch: readonly number[] | undefined;
}
