import { decode } from '../../decode.ts';
import { type Extraction, SourceFailure } from '../../document.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { isNotebook, readNotebook } from './notebook.ts';
import { addValue } from './values.ts';

/** Reads JSON, JSON Lines or a notebook (IPYNB): values under their paths, an array of objects row by row. */
export function readJson(input: Input): Extraction {
  const { text, warnings } = decode(input.bytes, { charset: input.charset });
  const value = parse(text);
  if (isNotebook(value)) {
    const { documents, warnings: ofNotebook } = readNotebook(value, input);
    return { documents, warnings: [...warnings, ...ofNotebook] };
  }
  const builder = createTextBuilder();
  addValue(value, builder);
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The file has no values.' });
  return { documents: [builder.build({ title: titleFrom(input) })], warnings };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const records = lines.length > 1 ? linesOf(lines) : undefined;
    if (records !== undefined) return records;
    throw new SourceFailure('broken_file', {
      message: 'The file is not valid JSON.',
      hint: 'Correct it and upload it again, or upload it as plain text (.txt).',
      detail: error instanceof Error ? error.name : undefined,
    });
  }
}

/** The records of JSON Lines; undefined if a line isn't JSON. */
function linesOf(lines: readonly string[]): readonly unknown[] | undefined {
  try {
    return lines.map((line): unknown => JSON.parse(line));
  } catch {
    return undefined;
  }
}
