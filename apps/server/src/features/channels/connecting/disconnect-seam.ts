import type { Statement } from '../../../storage/unit.ts';

/** What a deletion does about the platforms of its channels. */
export interface Farewell {
  /** The statements that make sure of it, for the unit of work of the deletion. */
  readonly statements: readonly Statement[];
  /** Tells the platforms, once the deletion is committed; returns sentences about what is left. */
  say(): Promise<readonly string[]>;
}
