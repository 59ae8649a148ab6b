import type { Endpoint } from './http/endpoint.ts';
import type { Job } from './storage/jobs/kind.ts';

/** The parts of a feature that the service serves, runs, drains and closes. */
export interface Feature {
  readonly endpoints: readonly Endpoint[];
  /** Its background work, and what of it runs by the clock. */
  readonly jobs?: readonly Job[];
  /** Accepts no further work and finishes what is under way; called when the server starts to shut down. */
  drain?(): Promise<void>;
  /** Releases its resources and writes what is pending; called once, after the server has closed. */
  close?(): Promise<void> | void;
}
