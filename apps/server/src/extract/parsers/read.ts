import { type Extraction, type Format, SourceFailure } from '../document.ts';
import type { Input } from './input.ts';

/** The parsers, each loaded when its first document comes. */
const parsers: Record<Format, () => Promise<(input: Input) => Extraction | Promise<Extraction>>> = {
  text: async () => (await import('./plain.ts')).readPlain,
  markdown: async () => (await import('./markdown.ts')).readMarkdown,
  html: async () => (await import('./html/page.ts')).readPage,
  pdf: async () => (await import('./pdf/read-pdf.ts')).readPdf,
  docx: async () => (await import('./archive/read-zip.ts')).readZip,
  zip: async () => (await import('./archive/read-zip.ts')).readZip,
  ole: async () => (await import('./archive/read-ole.ts')).readOle,
  rtf: async () => (await import('./rtf/read-rtf.ts')).readRtf,
  mail: async () => (await import('./mail/read-eml.ts')).readEml,
  json: async () => (await import('./structured/read-json.ts')).readJson,
  xml: async () => (await import('./structured/read-xml.ts')).readXml,
  calendar: async () => (await import('./structured/read-calendar.ts')).readCalendar,
  subtitles: async () => (await import('./structured/read-subtitles.ts')).readSubtitles,
  asciidoc: async () => (await import('./markup/asciidoc.ts')).readAsciidoc,
  rst: async () => (await import('./markup/rst/read-rst.ts')).readRst,
  org: async () => (await import('./markup/org.ts')).readOrg,
  picture: async () => (await import('./pictures/read-picture.ts')).readPicture,
  csv: async () => (await import('./csv.ts')).readCsv,
};

/** Formats whose parsers throw at an input that isn't sound; the others read anything. */
const strict: ReadonlySet<Format> = new Set(['zip', 'ole', 'rtf', 'mail', 'json', 'xml', 'calendar']);

/** Reads an input of a format. Throws a `SourceFailure`, or whatever a parser throws at an input that it can't read. */
export async function read(task: Omit<Input, 'bytes'> & { readonly format: Format }, bytes: Uint8Array) {
  const parse = await parsers[task.format]();
  try {
    return await parse({ ...task, bytes });
  } catch (error) {
    const isReason = error instanceof SourceFailure || error instanceof RangeError || !(error instanceof Error);
    if (isReason || !strict.has(task.format)) throw error;
    throw new SourceFailure('broken_file', { detail: `${error.name}: ${error.message.slice(0, 200)}` });
  }
}
