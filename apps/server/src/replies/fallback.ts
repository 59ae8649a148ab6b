import type { FailureReason } from '../models/failure.ts';

/** A model that failed before its first token, so that another one wrote the reply. */
export interface Fallback {
  /** As `provider/name`. */
  readonly model: string;
  /** An error code. */
  readonly code: string;
  readonly reason: FailureReason;
  /** One sentence. */
  readonly message: string;
}

/** The model that writes a reply after others failed, or as that of another agent, and those that failed, in order. */
export interface FallenBack {
  readonly model: string;
  readonly fallbacks: readonly Fallback[];
}

/** The columns of a reply that another model writes than the one it began with; undefined for those that stay. */
export const fallbackColumns = (fallen: FallenBack | undefined) => ({
  model: fallen?.model,
  fallbacks: fallen === undefined || fallen.fallbacks.length === 0 ? undefined : JSON.stringify(fallen.fallbacks),
});
