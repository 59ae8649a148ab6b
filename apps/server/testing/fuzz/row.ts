import type { WrittenPart } from '../fixtures/forms.ts';

/** The parts that a request needs to succeed. */
export interface Target {
  /** The sender. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** Real values that replace the generated ones, in the body and likewise in the query. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Real files that replace the generated ones of a form. */
  readonly files?: readonly WrittenPart[];
  /** Real bytes that replace generated ones; `headers` may sign them. */
  readonly bytes?: Uint8Array;
}

/** A call of an operation with which a valid request succeeds. */
export interface Row {
  /**
   * Creates the objects that one valid request needs; again for each request if requests use them up. Raw bytes come as
   * `{}`.
   */
  target(body: Readonly<Record<string, unknown>>): Target | Promise<Target>;
  /** Codes with which a valid request may still fail, each with its reason. */
  readonly conflicts?: Readonly<Record<string, string>>;
  /** Why no valid request succeeds here: each fails with one of `conflicts`. */
  readonly neverAccepted?: string;
  /** True if its answer is in another program's own words. */
  readonly isForeign?: boolean;
  /** The code with which every request is refused. */
  readonly refusal?: string;
  /** Max requests, for slow operations. */
  readonly atMost?: number;
}

/** Conflicts of external IDs. */
export const idDrawn = { external_id_conflict: 'IDs are drawn at random.' };
