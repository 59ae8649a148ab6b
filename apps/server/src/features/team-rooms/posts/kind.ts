import { Type } from 'typebox';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { SubjectKind } from '../needs.ts';

/** The subject of a notice. */
export interface Shown {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** Makes the notice in the room show the thing as it is: posts it while it is open, and takes its buttons away then. */
export const showKind = {
  name: 'team_rooms.show',
  payload: Type.Object({ kind: Type.Enum(['tool_call', 'conversation']), id: Type.String() }),
  timeoutMs: 60_000,
  attempts: 10,
} as const;

/** Returns the statement that has a thing shown in the room as it is, for the unit that changes it; at a time, or now. */
export const showBy =
  (enqueue: Enqueue) =>
  (workspace: string, shown: Shown, runAt?: number): Statement =>
    enqueue(workspace, {
      ...{ kind: showKind, payload: { kind: shown.kind, id: shown.id }, key: shown.id },
      ...(runAt !== undefined && { runAt }),
    });
