import { type Static, Type } from 'typebox';
import type { Belongings } from './belongings.ts';
import { JobFailure, type JobHandler, type JobKind } from './jobs/kind.ts';
import type { Statement } from './unit.ts';

const payload = Type.Object({
  owner: Type.String(),
  /** Index of the belongings whose turn it is. */
  step: Type.Integer(),
  /** The ID at which the walk of the step continues. */
  from: Type.Optional(Type.String()),
});

type Purge = Static<typeof payload>;

/** A kind of job that deletes an owner with everything that it has. */
export const purgeKind = (name: string) =>
  ({
    name,
    payload,
    timeoutMs: 60_000,
    // Over about half a day: what is hidden must not stay.
    attempts: 20,
    // Their units would share one transaction.
    concurrency: 2,
  }) as const satisfies JobKind;

/** The payload with which a purge begins. */
export const purgeOf = (owner: string): Purge => ({ owner, step: 0 });

/** The error of a purge whose owner has got something while it was deleted; it begins again after a while. */
export const notEmpty = () => new JobFailure('Something was created meanwhile; the deletion begins again.');

/**
 * Deletes an owner's rows in portions, one unit of work each, and finally the owner. Another attempt begins with the
 * first step, so it finds rows that were created meanwhile. Running twice at the same time is harmless.
 */
export const purging =
  (
    belongings: readonly Belongings[],
    finish: (owner: string) => readonly Statement[] | Promise<readonly Statement[]>,
  ): JobHandler<Purge> =>
  async ({ payload: { owner, ...given }, attempt }) => {
    const { step, from } = attempt > 1 ? purgeOf(owner) : given;
    const next = belongings[step];
    if (next === undefined) return { effect: await finish(owner) };
    const part = await next.next(owner, from);
    if (part === undefined) return { next: { owner, step: step + 1 } };
    const { statements, from: after } = part;
    return { effect: statements, next: { owner, step, ...(after !== undefined && { from: after }) } };
  };
