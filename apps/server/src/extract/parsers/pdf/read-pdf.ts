import { getDocumentProxy } from 'unpdf';
import { type Extraction, SourceFailure, type Warning } from '../../document.ts';
import { limits } from '../../limits.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { characterMaps } from './character-maps.ts';
import { addPages } from './layout.ts';
import { type Line, linesOfItems } from './lines.ts';

/** Titles that programs write without being asked. */
const meaningless =
  /^(?:untitled|title|document\d{0,3}|microsoft (?:word|powerpoint) - .{0,300})$|\.(?:docx?|indd|qxd|tex|dvi)$/i;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;
type Content = Awaited<ReturnType<Page['getTextContent']>>;
type Items = Extract<Content['items'][number], { str: string }>[];

/** Pages in a row that aren't found, after which the rest isn't looked for: the count of pages may say anything. */
const maxLost = 20;

/** The lines of each page. Undefined stands for a page that can't be read. */
type Pages = (readonly Line[] | undefined)[];

/** Reads a PDF: pages as marks, headings by the size of their letters. */
export async function readPdf({ bytes, fileName, url }: Input): Promise<Extraction> {
  const pdf = await open(bytes);
  try {
    if (pdf.numPages > limits.pages) throw tooManyPages(pdf.numPages);
    const pages = await readPages(pdf);
    const builder = createTextBuilder();
    addPages(pages, builder);
    if (builder.length() === 0) throw withoutText(pages);
    const title = (await titleOf(pdf)) ?? builder.firstHeading() ?? titleFrom({ fileName, url });
    return { documents: [builder.build({ title })], warnings: warningsOf(pages) };
  } finally {
    await pdf.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      ...characterMaps(),
      // Nothing of a document is run, drawn or fetched.
      isEvalSupported: false,
      enableXfa: false,
      useWasm: false,
      disableFontFace: true,
      useSystemFonts: false,
      isOffscreenCanvasSupported: false,
      isImageDecoderSupported: false,
      maxImageSize: 0,
      verbosity: 0,
    });
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof RangeError) return error;
  if (error.name === 'PasswordException') return new SourceFailure('encrypted_file');
  return new SourceFailure('broken_file', { detail: `${error.name}: ${error.message}` });
}

async function readPages(pdf: Pdf): Promise<Pages> {
  const pages: Pages = [];
  /** The objects of the pages so far: one that comes again isn't read again. */
  const seen = new Set<string>();
  let room: number = limits.text;
  /** Pages in a row that the tree of pages doesn't have. */
  let lost = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = lost < maxLost ? await orUndefined(pdf.getPage(number)) : undefined;
    lost = page === undefined ? lost + 1 : 0;
    const object = page?.ref ? `${page.ref.num} ${page.ref.gen}` : `page ${number}`;
    const lines = page === undefined || seen.has(object) ? undefined : await orUndefined(readPage(page, room));
    seen.add(object);
    pages.push(lines);
    for (const { text } of lines ?? []) room -= text.length;
    if (room < 0) throw new SourceFailure('too_large');
  }
  return pages;
}

/** Reads a page, until its text has more characters than there is room for. */
async function readPage(page: Page, room: number): Promise<readonly Line[]> {
  const items: Items = [];
  const reader: ReadableStreamDefaultReader<Content> = page.streamTextContent().getReader();
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const item of part.value.items) {
      if (!('str' in item)) continue;
      items.push(item);
      length += item.str.length;
    }
    if (length > room) throw new SourceFailure('too_large');
  }
  page.cleanup();
  return linesOfItems(items);
}

/** Returns undefined for a part of a PDF that can't be read. A part beyond the limits fails the whole PDF. */
const orUndefined = <Part>(part: Promise<Part>): Promise<Part | undefined> =>
  part.catch((error: unknown) => {
    if (error instanceof RangeError || error instanceof SourceFailure) throw error;
    return undefined;
  });

async function titleOf(pdf: Pdf): Promise<string | undefined> {
  const metadata = await pdf.getMetadata().catch(() => undefined);
  const title: unknown = (metadata?.info as { Title?: unknown } | undefined)?.Title;
  if (typeof title !== 'string') return undefined;
  const line = oneLine(title);
  return line === '' || meaningless.test(line) ? undefined : line;
}

const isWithout = (lines: readonly Line[] | undefined): boolean => lines !== undefined && lines.length === 0;

function withoutText(pages: Pages): SourceFailure {
  if (pages.length > 0 && pages.every((lines) => lines === undefined)) return new SourceFailure('broken_file');
  return new SourceFailure('no_text', {
    message: 'The PDF has no text. It is probably a scan: its pages are images.',
    hint: 'Run text recognition (OCR) over it, and upload the result.',
  });
}

/** Pages that a warning names. */
const named = 10;

function warningsOf(pages: Pages): Warning[] {
  const numbers = (isMeant: (lines: readonly Line[] | undefined) => boolean) =>
    pages.flatMap((lines, index) => (isMeant(lines) ? [index + 1] : []));
  const words = (list: readonly number[]) =>
    list.length > named ? `${list.slice(0, named).join(', ')} and ${list.length - named} more` : list.join(', ');
  const unread = numbers((lines) => lines === undefined);
  const blank = numbers(isWithout);
  return [
    ...(unread.length > 0
      ? [{ code: 'pages_unreadable', message: `These pages are damaged and were left out: ${words(unread)}.` }]
      : []),
    ...(blank.length > 0
      ? [{ code: 'pages_without_text', message: `These pages have no text, or are scans: ${words(blank)}.` }]
      : []),
  ];
}

const tooManyPages = (pages: number) =>
  new SourceFailure('too_large', {
    message: `The PDF has ${pages} pages. At most ${limits.pages.toLocaleString('en')} can be read.`,
  });
