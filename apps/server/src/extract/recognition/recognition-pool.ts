import { type Extraction, type ReadDocument, SourceFailure, type Warning } from '../document.ts';
import { type ProcessLimits, type RecognitionLimits, recognitionLimits } from '../limits.ts';
import { assembleExtraction } from '../process/assemble.ts';
import type { Work } from '../process/child.ts';
import { createPool } from '../process/pool.ts';
import type { ExtractTask } from '../process/protocol.ts';
import { createRecogniser } from './recogniser.ts';
import type { RecognitionSettings } from './settings.ts';

type Read = Extraction<ReadDocument>;

/** Input of a document, and its usual way. */
interface Reading {
  /** Reads it without recognition. */
  readonly usual: () => Promise<Read>;
  readonly input: () => Pick<Work, 'input' | 'size'>;
  readonly by: { readonly account: string; readonly signal: AbortSignal };
}

/** Reads documents whose text may have to be recognised. */
export interface RecognitionPool {
  /** Reads pictures by recognition, PDFs by both if they have pages without text, and all else as usual. */
  read(task: ExtractTask, reading: Reading): Promise<Read>;
  /** Kills the processes. Their work fails. */
  close(): Promise<void>;
}

/** Options of the pool. */
interface PoolOptions {
  readonly program: string;
  readonly limits: ProcessLimits;
  readonly recognitionLimits?: Partial<RecognitionLimits>;
}

/** The note of a PDF on pages without text. */
const pagesWithoutText = 'pages_without_text';

/**
 * Creates the pool. Its processes are apart from the usual ones: recognition takes minutes, in which others read their
 * documents.
 */
export function createRecognitionPool(
  settings: RecognitionSettings,
  { program, limits, recognitionLimits: given }: PoolOptions,
): RecognitionPool {
  const bounds = { ...recognitionLimits, ...given };
  const recogniser = createRecogniser(settings, bounds);
  const pool = createPool(program, { ...limits, processes: bounds.documents, idle: 0 });
  const recognition = { recognise: recogniser.recognise, limits: bounds };

  const recognised = async (task: ExtractTask, { input, by }: Reading): Promise<Read> => {
    const assembly = assembleExtraction();
    await pool.work(by.account, {
      ...{ task: { ...task, recognises: true }, ...input(), take: assembly.take },
      ...{ recognition, signal: by.signal },
    });
    return assembly.result();
  };

  return {
    async read(task, reading) {
      if (task.format === 'picture') return recognised(task, reading);
      if (task.format !== 'pdf') return reading.usual();
      const usual = await reading.usual().catch((error: unknown) => {
        if (error instanceof SourceFailure && error.code === 'no_text') return undefined;
        throw error;
      });
      if (usual === undefined) return recognised(task, reading);
      if (!usual.warnings.some(({ code }) => code === pagesWithoutText)) return usual;
      // The pages with text are there whatever becomes of the others.
      return recognised(task, reading).catch((error: unknown) => {
        if (reading.by.signal.aborted || !(error instanceof SourceFailure)) throw error;
        return { ...usual, warnings: [...usual.warnings, notRecognised(error)] };
      });
    },
    close: async () => {
      await Promise.all([pool.close(), recogniser.close()]);
    },
  };
}

const notRecognised = ({ message }: SourceFailure): Warning => ({
  code: 'recognition_failed',
  message: `The text of pages that are images was not recognised: ${message}`,
});
