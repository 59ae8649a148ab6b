import { type BuiltSegment, type IndexedChunk, maxChunks } from '../retrieval/index/segment.ts';
import { type Extraction, type Format, type PreparedDocument, type ReadDocument, SourceFailure } from './document.ts';
import { formatOf } from './format.ts';
import { limits, type ProcessLimits, processLimits, type RecognitionLimits } from './limits.ts';
import { type Assembly, assembleCuts, assembleExtraction, assembleSegment } from './process/assemble.ts';
import { bundledProgram, type Work } from './process/child.ts';
import { createCostlyFailures } from './process/costly-failures.ts';
import { batches, bytePieces, documentPieces } from './process/pieces.ts';
import { createPool } from './process/pool.ts';
import type { ExtractTask, Piece, Task } from './process/protocol.ts';
import { createRecognitionPool } from './recognition/recognition-pool.ts';
import type { RecognitionSettings } from './recognition/settings.ts';

/** Input of an extraction. */
export interface ExtractInput {
  readonly kind: Format;
  /** At most `limits.bytes`. */
  readonly bytes: Uint8Array;
  /** The absolute URL of a page, which resolves its links. */
  readonly url?: string;
  /** Names the document if it has no title. */
  readonly fileName?: string;
  /** The encoding that a server or client declared. */
  readonly charset?: string;
  /** Takes all text of a page, with its navigation, instead of its main content. */
  readonly whole?: boolean;
}

/** The account for which an input is read. */
export interface Reader {
  /** Accounts take turns at the processes. */
  readonly account: string;
  /**
   * Time from which failures count, in ms of `performance.now()`: content that took too much time or memory before it
   * is read again. Without it, such content is never read again.
   */
  readonly since?: number | undefined;
}

/** A reader whose signal's abort kills the work. */
export type ReadFor = Reader & { readonly signal: AbortSignal };

/** Reads documents in processes that can be killed (decision 0041). */
export interface Extractor {
  /** Throws a `SourceFailure`, or the reason of the signal. */
  extract(input: ExtractInput, by: ReadFor): Promise<Extraction<ReadDocument>>;
  /** Cuts documents into chunks. */
  prepare(
    documents: readonly Pick<ReadDocument, 'title' | 'text' | 'marks'>[],
    by: ReadFor,
  ): Promise<PreparedDocument[]>;
  /** Builds a segment of the index of at most `maxChunks` chunks. */
  index(chunks: readonly IndexedChunk[], by: ReadFor): Promise<BuiltSegment>;
  /**
   * The format of a file, by its first bytes (4 KiB suffice), then its name and type; or why it can't be read. Pictures
   * can be read if text recognition is configured.
   */
  kindOf(fileName: string, contentType: string, firstBytes: Uint8Array): Format | SourceFailure;
  /** Kills the processes. Their work fails. */
  close(): Promise<void>;
}

/** Options of an extractor; tests set the others than `recognition`. */
export interface ExtractorOptions {
  /** The command of text recognition. Without it, pictures and scans can't be read. */
  readonly recognition?: RecognitionSettings | undefined;
  readonly limits?: Partial<ProcessLimits>;
  /** The path of the program of the processes. */
  readonly program?: string;
  readonly recognitionLimits?: Partial<RecognitionLimits>;
}

/** Creates the extractor: no process starts before there is work. */
export function createExtractor(options: ExtractorOptions = {}): Extractor {
  const { recognition, program = bundledProgram } = options;
  const bounds = { ...processLimits, ...options.limits };
  const pool = createPool(program, bounds);
  const reader = recognition && createRecognitionPool(recognition, { ...options, program, limits: bounds });
  const costlyFailures = createCostlyFailures();

  async function work<Result>(
    task: Task,
    { input, size }: Pick<Work, 'input' | 'size'>,
    { assembly, by: { account, signal } }: { assembly: Assembly<Result>; by: ReadFor },
  ): Promise<Result> {
    await pool.work(account, { task, input, size, take: assembly.take, signal });
    return assembly.result();
  }

  return {
    async extract({ kind, bytes, ...rest }, by) {
      if (bytes.length > limits.bytes) throw new SourceFailure('too_large');
      const task: ExtractTask = { kind: 'extract', format: kind, ...rest };
      const { account, since = Number.NEGATIVE_INFINITY } = by;
      const read = { account, how: `${kind} ${rest.whole ?? false}`, bytes, since };
      const earlier = await costlyFailures.find(read);
      if (earlier !== undefined) throw earlier;
      const input = () => ({ input: bytePieces(bytes), size: bytes.length });
      const usual = () => work(task, input(), { assembly: assembleExtraction(), by });
      try {
        return await (reader === undefined ? usual() : reader.read(task, { usual, input, by }));
      } catch (error) {
        await costlyFailures.note(read, error);
        throw error;
      }
    },
    async prepare(documents, by) {
      const input = function* () {
        for (const { title, text, marks } of documents) yield* documentPieces({ title, text, marks });
      };
      return work(
        { kind: 'prepare' },
        { input: input(), size: sum(documents) },
        { assembly: assembleCuts(documents), by },
      );
    },
    async index(chunks, by) {
      if (chunks.length > maxChunks) throw new RangeError(`A segment has at most ${maxChunks} chunks.`);
      const input = function* (): Generator<Piece> {
        for (const batch of batches(chunks, ({ text }) => text.length)) yield { chunks: batch };
      };
      return work({ kind: 'index' }, { input: input(), size: sum(chunks) }, { assembly: assembleSegment(), by });
    },
    kindOf: (fileName, contentType, firstBytes) =>
      formatOf({ fileName, contentType }, firstBytes, recognition !== undefined),
    close: async () => {
      await Promise.all([pool.close(), reader?.close()]);
    },
  };
}

const sum = (list: readonly { readonly text: { readonly length: number } }[]): number =>
  list.reduce((all, { text }) => all + text.length, 0);
