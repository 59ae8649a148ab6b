import { type BuiltSegment, type IndexedChunk, maxChunks } from '../index/segment.ts';
import { type Extraction, type Format, type PreparedDocument, type ReadDocument, SourceFailure } from './document.ts';
import { formatOf } from './format.ts';
import { limits, type ProcessLimits, processLimits } from './limits.ts';
import { type Assembly, assembleCuts, assembleExtraction, assembleSegment } from './process/assemble.ts';
import { bundledProgram } from './process/child.ts';
import { batches, bytePieces, documentPieces } from './process/pieces.ts';
import { createPool } from './process/pool.ts';
import type { Piece, Task } from './process/protocol.ts';

/** What is to be extracted. */
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

/** Reads documents in processes that can be killed (decision 0041). */
export interface Extractor {
  /** Throws a `SourceFailure`, or the reason of the signal, whose abort kills the work. */
  extract(input: ExtractInput, signal: AbortSignal): Promise<Extraction<ReadDocument>>;
  /** Cuts documents into chunks. */
  prepare(
    documents: readonly Pick<ReadDocument, 'title' | 'text' | 'marks'>[],
    signal: AbortSignal,
  ): Promise<PreparedDocument[]>;
  /** Builds a segment of the index of at most `maxChunks` chunks. */
  index(chunks: readonly IndexedChunk[], signal: AbortSignal): Promise<BuiltSegment>;
  /** The format of a file, by its first bytes (4 KiB suffice), then its name and type; or why it can't be read. */
  kindOf(fileName: string, contentType: string, firstBytes: Uint8Array): Format | SourceFailure;
  /** Kills the processes. What they do fails. */
  close(): Promise<void>;
}

/** Options of an extractor; tests set them. */
export interface ExtractorOptions {
  readonly limits?: Partial<ProcessLimits>;
  /** The path of the program of the processes. */
  readonly program?: string;
}

/** Creates the extractor: no process starts before there is work. */
export function createExtractor({ limits: given = {}, program = bundledProgram }: ExtractorOptions = {}): Extractor {
  const pool = createPool(program, { ...processLimits, ...given });

  async function work<Result>(
    task: Task,
    input: Iterable<Piece>,
    { assembly, signal }: { assembly: Assembly<Result>; signal: AbortSignal },
  ): Promise<Result> {
    await pool.work({ task, input, take: assembly.take, signal });
    return assembly.result();
  }

  return {
    async extract({ kind, bytes, ...rest }, signal) {
      if (bytes.length > limits.bytes) throw new SourceFailure('too_large');
      const task: Task = { kind: 'extract', format: kind, ...rest };
      return work(task, bytePieces(bytes), { assembly: assembleExtraction(), signal });
    },
    async prepare(documents, signal) {
      const input = function* () {
        for (const { title, text, marks } of documents) yield* documentPieces({ title, text, marks });
      };
      return work({ kind: 'prepare' }, input(), { assembly: assembleCuts(documents), signal });
    },
    async index(chunks, signal) {
      if (chunks.length > maxChunks) throw new RangeError(`A segment has at most ${maxChunks} chunks.`);
      const input = function* (): Generator<Piece> {
        for (const batch of batches(chunks, ({ text }) => text.length)) yield { chunks: batch };
      };
      return work({ kind: 'index' }, input(), { assembly: assembleSegment(), signal });
    },
    kindOf: formatOf,
    close: pool.close,
  };
}
