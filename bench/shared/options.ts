/** The size of a run. */
export interface BenchOptions {
  /** Agents in the database. */
  readonly agents: number;
  /** Rounds; the medians over them are reported. */
  readonly rounds: number;
  /** The duration of each measurement in milliseconds. */
  readonly duration: number;
  /** Agents that the hot reads choose from. */
  readonly hotSet: number;
  /** The folder of the data: it decides which disk is measured. */
  readonly folder: string;
  /** Messages in the database of `search`. */
  readonly messages?: number;
  /** Chunks of `retrieval`, vectors of `vectors`. */
  readonly chunks?: number;
  /** Another checkout, built, that `versions` measures beside this one. */
  readonly beside?: string;
}
