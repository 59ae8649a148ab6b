import type { Endpoint } from './http/endpoint.ts';

/** What `app.ts` serves, sweeps, drains and closes of every feature. */
export interface Feature {
  readonly endpoints: readonly Endpoint[];
  /** Deletes what has expired; called every few minutes. */
  sweep?(): Promise<void>;
  /** Accepts no further work and finishes what is under way; called when the server begins to shut down. */
  drain?(): Promise<void>;
  /** Releases what it holds and writes what was left for later; called once, after the server has closed. */
  close?(): Promise<void> | void;
}
