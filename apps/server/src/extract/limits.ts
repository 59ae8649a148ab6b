import { maxFileBytes } from '../schemas/limits.ts';

/** Bounds of what one document may be, may take and may give. Beyond each, the source fails with the code named. */
export const limits = {
  /** Input in bytes; `too_large`. */
  bytes: maxFileBytes,
  /** Text of all documents of an input, in UTF-16 units; `too_large`. */
  text: 20 * 2 ** 20,
  /** Headings and pages of an input. Further headings are plain paragraphs. */
  marks: 100_000,
  /** Pages of a PDF; `too_large`. */
  pages: 5_000,
  /** Rows of a CSV file; `too_large`. */
  rows: 500_000,
  /** Columns of a CSV file; `too_complex`. */
  columns: 2_000,
  /** Links of a page that are kept. */
  links: 10_000,
  /** Characters of an address; a longer one is left out. */
  url: 2_000,
  /** Characters of a title or heading; a longer one is cut. */
  title: 300,
  /** Warnings that are kept. */
  warnings: 20,
  /** Chunks of a document; `too_complex`. */
  chunks: 400_000,
  /** Documents that are prepared at a time. */
  documents: 1_000,
  /** Bytes or characters of one message between the processes. */
  piece: 256 * 1024,
  /** Elements of one message between the processes. */
  batch: 500,
} as const;

/** Resources that a process may use. */
export interface ProcessLimits {
  /** Processes that work at the same time. An account has all but one of them. */
  readonly processes: number;
  /** Idle processes that are kept, each for its account. */
  readonly idle: number;
  /** Documents of an account that wait for their turn; the sync of a further one fails and is tried again. */
  readonly waiting: number;
  /** Wall-clock time of one piece of work, in ms; `parse_timeout`. */
  readonly ms: number;
  /** CPU time of one piece of work, in ms: a part for any, and one for each MiB of its input; `parse_timeout`. */
  readonly cpu: { readonly any: number; readonly perMiB: number };
  /** CPU time of a process in its life, in ms: the kernel ends it. After half of it, the process is replaced. */
  readonly lifeMs: number;
  /** Heap of JavaScript objects, in MiB; `too_complex`. */
  readonly heapMiB: number;
  /** Resident memory in all, in MiB; `too_complex`. A process that reached a quarter of it isn't kept. */
  readonly residentMiB: number;
  /** Time in ms for which an idle process is kept. */
  readonly idleMs: number;
}

/** The defaults: at most 2 GiB for both processes that work, and 1 GiB for those that are idle. */
export const processLimits: ProcessLimits = {
  processes: 2,
  idle: 4,
  waiting: 100,
  ms: 120_000,
  cpu: { any: 10_000, perMiB: 10_000 },
  // More than twice what the largest input has.
  lifeMs: 600_000,
  heapMiB: 512,
  residentMiB: 1_024,
  idleMs: 60_000,
};

/** Bounds of text recognition (OCR). */
export interface RecognitionLimits {
  /** Pixels of a picture, or of all pages of one; `too_large`. */
  readonly pixels: number;
  /** Bytes of a picture that an extraction process makes of a page. */
  readonly bytes: number;
  /** Bytes of the text of a picture; `parse_crashed`. */
  readonly text: number;
  /** Pages of a PDF that are recognised; the others are left out. */
  readonly pages: number;
  /** Time of the command for a picture, in ms; `parse_timeout`. */
  readonly ms: number;
  /** Time of the command for all pictures of a document, in ms. Further pages are left out. */
  readonly documentMs: number;
  /** CPU time in ms that an extraction process has for each picture beside that of any work. */
  readonly cpuMs: number;
  /** Data of each process of the command, in MiB. */
  readonly memoryMiB: number;
  /** Documents that are recognised at the same time. An account has all but one of them. */
  readonly documents: number;
}

/** The defaults. A page of A4 at 300 dpi has 9 million pixels. */
export const recognitionLimits: RecognitionLimits = {
  pixels: 40_000_000,
  bytes: 64 * 2 ** 20,
  text: 2 ** 20,
  pages: 200,
  ms: 60_000,
  documentMs: 900_000,
  cpuMs: 10_000,
  memoryMiB: 2_048,
  documents: 2,
};
