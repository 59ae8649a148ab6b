/** What is counted while long work goes on. */
export type ProgressUnit = 'bytes' | 'files' | 'rows' | 'conversations';

/** What long work does now and, if that can be counted, how far it is. */
export interface Progress {
  /** The step, as the start of a sentence: `Copying the database`. */
  readonly what: string;
  readonly done?: number;
  readonly of?: number;
  readonly unit?: ProgressUnit;
  /** Whether the step holds this thread, so that nothing is reported before it ends. */
  readonly holds?: boolean;
}

/** Tells the operator how far long work is; cheap, so that it can be called often. */
export type Report = (progress: Progress) => void;

/** Reports to nobody. */
export const quietly: Report = () => {};
