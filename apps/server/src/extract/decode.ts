import { decodeText, type EncodingHints } from '../text/encodings/decode.ts';
import { SourceFailure, type Warning } from './document.ts';

/** Text, and notes on what was not clear about its encoding. */
export interface Decoded {
  readonly text: string;
  /** `encoding_guessed` if nothing names the encoding and it isn't Unicode, `encoding_errors` if bytes were replaced. */
  readonly warnings: readonly Warning[];
}

/** Decodes text. Throws `broken_file` if no encoding fits: letters that no one could read are never returned. */
export function decode(bytes: Uint8Array, hints: EncodingHints = {}): Decoded {
  const decoded = decodeText(bytes, hints);
  if (decoded === undefined) {
    throw new SourceFailure('broken_file', {
      message: 'The encoding of the text is not clear.',
      hint: 'Save the file as UTF-8 and upload it again.',
    });
  }
  const { text, replaced, guessed } = decoded;
  return { text, warnings: [...guessedEncoding(guessed), ...replacedBytes(replaced)] };
}

const replacedBytes = (count: number): Warning[] =>
  count === 0
    ? []
    : [
        {
          code: 'encoding_errors',
          message: `Characters that are damaged, replaced by \ufffd: ${count.toLocaleString('en')}.`,
        },
      ];

const guessedEncoding = (encoding: string | undefined): Warning[] =>
  encoding === undefined
    ? []
    : [
        {
          code: 'encoding_guessed',
          message: `The encoding was not clear and was read as ${encoding}. If letters look wrong, save the file as UTF-8.`,
        },
      ];
