import { splitCommand } from './split-command.ts';

/** The operator's command that recognises the text of pictures. */
export interface RecognitionSettings {
  /** The program and its arguments. It reads a picture from standard input, and prints text in UTF-8. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Folders of programs that are named without one, separated as in `PATH`. */
  readonly path: string;
  /** Folder of Tesseract's language files, if it isn't the usual one. */
  readonly languageFolder: string | undefined;
}

const setting = 'PARLEY_OCR_COMMAND';
/** Max characters of the command. */
const maxLength = 2_000;

/** Reads `PARLEY_OCR_COMMAND`; undefined if it isn't set. Adds a sentence to `problems` if it can't be split. */
export function readRecognition(
  environment: Readonly<Record<string, string | undefined>>,
  problems: string[],
): RecognitionSettings | undefined {
  const text = environment[setting]?.trim() ?? '';
  if (text === '') return undefined;
  const words = text.length > maxLength ? `must have at most ${maxLength} characters` : splitCommand(text);
  if (typeof words === 'string') {
    problems.push(`${setting}: ${words}`);
    return undefined;
  }
  const path = environment['PATH'] || '/usr/local/bin:/usr/bin:/bin';
  return { command: words, path, languageFolder: environment['TESSDATA_PREFIX'] || undefined };
}
