/** State of reading a reStructuredText document. */
export interface RstState {
  /** Addresses by the names of their targets, in lower case. */
  readonly targets: ReadonlyMap<string, string>;
  /** Texts by the names of their substitutions. */
  readonly substitutions: ReadonlyMap<string, string>;
  /** The adornments of section titles, the first for level 1. */
  readonly adornments: string[];
  /** Levels of blocks within blocks. */
  level: number;
  readonly left: { 'included file': number; picture: number };
}
