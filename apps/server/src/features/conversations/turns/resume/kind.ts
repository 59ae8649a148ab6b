import { Type } from 'typebox';
import type { Enqueue } from '../../../../storage/jobs/queue.ts';
import type { Statement } from '../../../../storage/unit.ts';

/** Looks at a reply that waits: lets it go on, or ends calls whose time is over. */
export const resumeKind = {
  name: 'conversations.resume',
  payload: Type.Object({ reply: Type.String() }),
  timeoutMs: 60_000,
  // Over about half a day: a conversation may be busy, or its account have no room.
  attempts: 20,
  concurrency: 8,
} as const;

/** Returns the statement that looks at a waiting reply, for the unit of a decision; at a time, or now if undefined. */
export const resumeBy =
  (enqueue: Enqueue) =>
  (workspace: string, reply: string, time?: number): Statement =>
    enqueue(workspace, {
      ...{ kind: resumeKind, payload: { reply }, key: reply },
      ...(time !== undefined && { runAt: time }),
    });
