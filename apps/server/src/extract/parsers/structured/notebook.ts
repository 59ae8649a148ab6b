import { stripVTControlCharacters } from 'node:util';
import { type Extraction, SourceFailure } from '../../document.ts';
import { leftOut } from '../archive/left-out.ts';
import type { Input } from '../input.ts';
import { createMarkdownWriter } from '../markdown.ts';
import { createTextBuilder, type TextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';

/** A notebook of Jupyter (nbformat 4; 3 has its cells in worksheets). Each field may be missing or of any type. */
interface Notebook {
  readonly nbformat: number;
  readonly cells?: unknown;
  readonly worksheets?: unknown;
}

/** True if a value of JSON is a notebook. */
export const isNotebook = (value: unknown): value is Notebook =>
  typeof value === 'object' &&
  value !== null &&
  'nbformat' in value &&
  typeof value.nbformat === 'number' &&
  ('cells' in value || 'worksheets' in value);

/** Reads a notebook: text, code, and what the code printed. Other output is left out. */
export function readNotebook(notebook: Notebook, { fileName, url }: Pick<Input, 'fileName' | 'url'>): Extraction {
  const builder = createTextBuilder();
  const markdown = createMarkdownWriter(builder, url);
  let pictures = 0;
  const sheets = arrayOf(notebook.worksheets).flatMap((sheet) => arrayOf(field(sheet, 'cells')));
  for (const cell of [...arrayOf(notebook.cells), ...sheets]) {
    const source = textOf(field(cell, 'source') ?? field(cell, 'input'));
    if (field(cell, 'cell_type') === 'markdown') markdown.add(source);
    else builder.block(source);
    for (const output of arrayOf(field(cell, 'outputs'))) pictures += addOutput(output, builder);
  }
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The notebook has no text.' });
  return {
    documents: [builder.build({ title: builder.firstHeading() ?? titleFrom({ fileName, url }) })],
    warnings: [...markdown.notes(), ...leftOut('media_left_out', 'Left out', { picture: pictures })],
  };
}

/** Adds the text of an output. Returns 1 if it is a picture. */
function addOutput(output: unknown, builder: TextBuilder): number {
  const data = field(output, 'data') ?? output;
  const hasPicture =
    typeof data === 'object' && data !== null && Object.keys(data).some((type) => /^image\/|^png$/.test(type));
  const printed = textOf(field(output, 'text') ?? field(data, 'text/plain'));
  // The text of a picture is the name of its class.
  if (!hasPicture) builder.block(stripVTControlCharacters(printed));
  const [error, reason] = [textOf(field(output, 'ename')), textOf(field(output, 'evalue'))];
  if (error !== '') builder.block(`${error}: ${reason}`);
  return hasPicture ? 1 : 0;
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Texts are strings, or arrays of lines with their ends. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : arrayOf(value)
        .filter((line) => typeof line === 'string')
        .join('');
