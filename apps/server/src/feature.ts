import type { Endpoint } from './http/endpoint.ts';

/** What `app.ts` serves, sweeps, drains and closes for every feature. */
export interface Feature {
  readonly endpoints: readonly Endpoint[];
  /** Deletes expired rows; called every few minutes. */
  sweep?(): Promise<void>;
  /** Accepts no further work and finishes what is under way; called when the server starts to shut down. */
  drain?(): Promise<void>;
  /** Releases its resources and writes what is pending; called once, after the server has closed. */
  close?(): Promise<void> | void;
}
