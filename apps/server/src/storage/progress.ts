/** Unit of the progress of long work. */
export type ProgressUnit = 'bytes' | 'files' | 'rows' | 'conversations';

/** Current step of long work and, if it can be counted, its progress. */
export interface Progress {
  /** The step, as the start of a sentence: `Copying the database`. */
  readonly what: string;
  readonly done?: number;
  readonly of?: number;
  readonly unit?: ProgressUnit;
  /** True if the step blocks this thread, so that nothing is reported before it ends. */
  readonly holds?: boolean;
}

/** Tells the operator how far long work is; cheap, so that it can be called often. */
export type Report = (progress: Progress) => void;

/** Discards all reports. */
export const quietly: Report = () => {};
