import { Type } from 'typebox';
import type { HandoverCause } from '../../../calling/handover-rules.ts';
import { noPayload } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Statement } from '../../../storage/unit.ts';

/** Finds a person for a conversation; with `late`, for one whose assignee had time to answer until now. */
export const routeKind = {
  name: 'desk.route',
  payload: Type.Object({ conversation: Type.String(), late: Type.Optional(Type.String()) }),
  timeoutMs: 30_000,
} as const;

/** Takes the conversations of a person who can't answer any more back into the queue. */
export const returnKind = {
  name: 'desk.return',
  payload: Type.Object({ user: Type.String() }),
  timeoutMs: 60_000,
} as const;

/** Finds people for the conversations of a workspace that wait, because one is here now. */
export const arriveKind = {
  ...{ name: 'desk.arrive', payload: noPayload, timeoutMs: 30_000 },
} as const;

/** Ends the rest of a conversation. */
export const wakeKind = {
  name: 'desk.wake',
  payload: Type.Object({ conversation: Type.String() }),
  timeoutMs: 30_000,
} as const;

/** Finds the conversations that got no person, or that are left. */
export const sweepKind = {
  ...{ name: 'desk.sweep', payload: noPayload, timeoutMs: 60_000 },
  concurrency: 1,
} as const;

/** Hands a conversation over to people because of a rule of its agent. */
export const handOverKind = {
  name: 'desk.hand-over',
  payload: Type.Object({
    conversation: Type.String(),
    rule: Type.Unsafe<HandoverCause['rule']>(Type.String()),
    reason: Type.String(),
  }),
  timeoutMs: 30_000,
  concurrency: 8,
} as const;

/** Returns the functions that enqueue the work of the desk, for the units of work that make it needed. */
export const deskQueue = (enqueue: Enqueue) => ({
  /** Finds a person for a conversation that waits. */
  route: (workspace: string, conversation: string): Statement =>
    enqueue(workspace, { kind: routeKind, payload: { conversation }, key: conversation }),
  /** Hands a conversation over to people because of a rule of its agent. */
  handOver: (workspace: string, conversation: string, { rule, reason }: HandoverCause): Statement =>
    enqueue(workspace, {
      ...{ kind: handOverKind, payload: { conversation, rule, reason } },
      key: `${conversation} ${rule}`,
    }),
  /** Hands a conversation on at a time, in ms since 1970, if the assignee hasn't answered by then. */
  handOnAt: (workspace: string, { id, assignee, time }: { id: string; assignee: string; time: number }): Statement =>
    enqueue(workspace, {
      ...{ kind: routeKind, payload: { conversation: id, late: assignee } },
      ...{ key: `${id} ${assignee}`, runAt: time },
    }),
  /** Finds people for the conversations of a workspace that wait, because one is here now. */
  arrived: (workspace: string): Statement => enqueue(workspace, { kind: arriveKind, payload: {}, key: 'all' }),
  /** Takes the conversations of a person back who can't answer any more. */
  returnOf: (workspace: string, user: string): Statement =>
    enqueue(workspace, { kind: returnKind, payload: { user }, key: user }),
  /** Ends the rest of a conversation at a time, in ms since 1970. */
  wakeAt: (workspace: string, conversation: string, time: number): Statement =>
    enqueue(workspace, { kind: wakeKind, payload: { conversation }, key: conversation, runAt: time }),
});

export type DeskQueue = ReturnType<typeof deskQueue>;
