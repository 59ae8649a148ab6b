import type { Statement } from '../../../storage/unit.ts';

/** Ends the registrations of deleted channels with their platforms. */
export interface Disconnection {
  /** The statements that make sure of it, for the unit of work of the deletion. */
  readonly statements: readonly Statement[];
  /** Tells the platforms, once the deletion is committed; returns sentences about what is left. */
  say(): Promise<readonly string[]>;
}
