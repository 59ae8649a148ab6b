import { SourceFailure } from '../document.ts';
import { limits, type RecognitionLimits } from '../limits.ts';
import { partsOf } from '../long-text.ts';
import type { FromProcess, TaskFailure, ToProcess } from './protocol.ts';

/** The function that recognises the text of pictures, and its limits. */
export interface Recognition {
  readonly recognise: (picture: Uint8Array, signal: AbortSignal) => Promise<string>;
  readonly limits: RecognitionLimits;
}

/** A message of an extraction process about a picture. */
export type PictureMessage = Extract<FromProcess, { picture: Uint8Array } | { recognise: true }>;

/** The pictures of one document. */
export interface RecognitionTurns {
  /** CPU time that its process has for each of them, in ms. */
  readonly cpuMs: number;
  /** Takes a message about a picture. Throws if no sound process sends it. Resolves when a picture was answered. */
  take(message: PictureMessage): Promise<void>;
  /** Stops the command. */
  close(): void;
}

/** Creates the turns of one document at the command. `send` answers its process. */
export function createRecognitionTurns(
  { recognise, limits: bounds }: Recognition,
  send: (message: ToProcess) => Promise<void>,
): RecognitionTurns {
  const controller = new AbortController();
  let parts: Uint8Array[] = [];
  let [bytes, pictures, left] = [0, 0, bounds.documentMs];
  let isBusy = false;

  /** The text of a picture, or its failure in the words for the process. */
  const outcomeOf = async (picture: Uint8Array): Promise<{ readonly text: string; readonly failure?: TaskFailure }> => {
    if (left <= 0) return { text: '', failure: { code: 'too_large', message: timeIsOver(bounds.documentMs) } };
    const from = performance.now();
    try {
      return { text: (await recognise(picture, controller.signal)).toWellFormed() };
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      const { code, message, hint, detail } = error;
      return { text: '', failure: { code, message, hint, detail } };
    } finally {
      left -= performance.now() - from;
    }
  };

  const grow = (part: Uint8Array): void => {
    if (!(part instanceof Uint8Array) || part.length > limits.piece) throw unsound('picture');
    bytes += part.length;
    if (bytes > bounds.bytes) throw unsound('bytes of a picture');
    parts.push(part);
  };

  return {
    cpuMs: bounds.cpuMs,
    async take(message) {
      if (isBusy) throw unsound('a picture at the wrong time');
      if ('picture' in message) return grow(message.picture);
      pictures += 1;
      if (pictures > bounds.pages) throw unsound('pictures');
      const picture = Buffer.concat(parts);
      [parts, bytes, isBusy] = [[], 0, true];
      const { text, failure } = await outcomeOf(picture);
      // Only then may the process send the next one.
      isBusy = false;
      for (const recognised of partsOf(text, limits.piece)) await send({ recognised });
      await send({ recognisedAll: true, ...(failure && { failure }) });
    },
    close: () => controller.abort(new Error('The document is no longer read.')),
  };
}

const timeIsOver = (ms: number): string =>
  `Text recognition (OCR) of a document may take ${ms / 60_000} minutes in all.`;

const unsound = (detail: string) => new SourceFailure('parse_crashed', { detail });
