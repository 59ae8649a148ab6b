import { Type } from 'typebox';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Statement } from '../../../storage/unit.ts';

/** Max characters of an answer from a room: as JSON, it fits into the payload of a job. */
export const maxAnswer = 10_000;

/** Sends what a person has written in the thread of a notice to the user of its conversation. */
export const replyKind = {
  name: 'team_rooms.reply',
  payload: Type.Object({
    ...{ channel: Type.String(), room: Type.String(), event: Type.String() },
    /** The platform's ID of the message of the bot that it answers. */
    to: Type.String(),
    /** The person's ID at the platform. */
    user: Type.String(),
    /** Cut one character beyond the limit. */
    text: Type.String(),
    isEdit: Type.Boolean(),
    hasFiles: Type.Boolean(),
  }),
  timeoutMs: 60_000,
  attempts: 10,
  concurrency: 8,
  // So the messages of a person keep their order.
  perAccount: 1,
} as const;

/** Tells the thread of a notice what is new in its conversation. */
export const tellKind = {
  name: 'team_rooms.tell',
  payload: Type.Object({ post: Type.String() }),
  timeoutMs: 60_000,
  attempts: 10,
  concurrency: 8,
} as const;

/** Finds threads that were not told. */
export const lookKind = {
  name: 'team_rooms.look',
  payload: Type.Object({ after: Type.Optional(Type.String()) }),
  timeoutMs: 60_000,
  concurrency: 1,
} as const;

/** Returns the statement that tells the thread of a notice what is new; at a time in ms since 1970, or now. */
export const tellBy =
  (enqueue: Enqueue) =>
  (workspace: string, post: string, runAt?: number): Statement =>
    enqueue(workspace, {
      ...{ kind: tellKind, payload: { post }, key: post },
      ...(runAt !== undefined && { runAt }),
    });
