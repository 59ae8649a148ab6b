import type { ErrorCode } from '../../errors.ts';

/** Documentation of an error code. */
export interface GuideEntry {
  /** The `error` of an example; the real one names the values. */
  readonly error: string;
  /** When a request gets it. */
  readonly cause: string;
  /** The action that solves the problem. */
  readonly cure: string;
  /** The `details` of the example. */
  readonly details?: readonly { readonly path: string; readonly message: string }[];
  /** The `hint` of the example. */
  readonly hint?: string;
}

/** A part of the guide: each of its codes has an entry. */
export type GuidePart = Readonly<Partial<Record<ErrorCode, GuideEntry>>>;
