/** How large a run is. */
export interface BenchOptions {
  /** Agents in the database. */
  readonly agents: number;
  /** Rounds; the medians over them are reported. */
  readonly rounds: number;
  /** Milliseconds of each measurement. */
  readonly duration: number;
  /** Agents that the hot reads choose from. */
  readonly hotSet: number;
  /** Where the data lies: on the disk that is meant. */
  readonly folder: string;
}
