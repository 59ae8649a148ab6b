import { AppError } from '../../../../errors.ts';
import { SourceFailure } from '../../../../extract/document.ts';
import { HandedBack, JobFailure, LeaseLost } from '../../../../storage/jobs/kind.ts';
import type { Statement } from '../../../../storage/unit.ts';
import type { Problem } from './ending-store.ts';

/** A failure: its problem in words for the owner, and `retry` if another attempt may succeed. */
export interface Failed {
  readonly problem: Problem;
  readonly retry: boolean;
  /** True for a bug, or a database that is down: then the cause is logged. */
  readonly isUnexpected: boolean;
}

/** True if the attempt ends without an outcome: another one continues, or the sync isn't wanted any more. */
export const isInterrupted = (error: unknown): boolean => error instanceof LeaseLost || error instanceof HandedBack;

/** Puts a failure into words. */
export function failedBy(error: unknown): Failed {
  if (error instanceof SourceFailure) {
    const { code, message, hint, retry } = error;
    return { problem: { code, message, hint }, retry, isUnexpected: false };
  }
  if (error instanceof AppError && error.code === 'quota_exceeded') {
    const hint = error.extras.hint ?? 'Delete knowledge sources.';
    return { problem: { code: error.code, message: error.message, hint }, retry: false, isUnexpected: false };
  }
  const message = 'The sync failed because of a problem in the service.';
  const hint = 'Sync the source again. If that fails, too, tell the operator.';
  return { problem: { code: 'internal_error', message, hint }, retry: true, isUnexpected: true };
}

/** The end of an attempt that failed: another one follows, or the job is dead. */
export const failedAttempt = (problem: Problem, retry: boolean, effect: readonly Statement[]): JobFailure =>
  new JobFailure(problem.message, { retry, effect });
