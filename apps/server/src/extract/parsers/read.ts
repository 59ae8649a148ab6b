import type { Extraction, Format } from '../document.ts';
import type { Input } from './input.ts';

/** The parsers, each loaded when its first document comes. */
const parsers: Record<Format, () => Promise<(input: Input) => Extraction | Promise<Extraction>>> = {
  text: async () => (await import('./plain.ts')).readPlain,
  markdown: async () => (await import('./markdown.ts')).readMarkdown,
  html: async () => (await import('./html/page.ts')).readPage,
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  docx: async () => (await import('./docx/read-docx.ts')).readDocx,
  csv: async () => (await import('./csv.ts')).readCsv,
};

/** Reads an input of a format. Throws a `SourceFailure`, or whatever a parser throws at an input that it can't read. */
export async function read(task: Omit<Input, 'bytes'> & { readonly format: Format }, bytes: Uint8Array) {
  const parse = await parsers[task.format]();
  return parse({ ...task, bytes });
}
