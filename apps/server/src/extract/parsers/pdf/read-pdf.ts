import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { type Extraction, SourceFailure } from '../../document.ts';
import { limits } from '../../limits.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { characterMaps } from './character-maps.ts';
import { addPages } from './layout.ts';
import { leftOutNotes, withoutText } from './notes.ts';
import { completePlatform } from './platform.ts';
import { type PageText, readPage } from './read-page.ts';

/** Titles that programs write without being asked. */
const meaningless =
  /^(?:untitled|title|document\d{0,3}|microsoft (?:word|powerpoint) - .{0,300})$|\.(?:docx?|indd|qxd|tex|dvi)$/i;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
/** Pages in a row that aren't found, after which the rest isn't looked for: the count of pages may say anything. */
const maxLost = 20;

/**
 * Reads a PDF: pages as marks, headings by the size of their letters, and what is filled into forms. Text that can't be
 * seen, or whose font doesn't say its letters, is left out with a note.
 */
export async function readPdf({ bytes, fileName, url }: Input): Promise<Extraction> {
  const pdf = await open(bytes);
  try {
    if (pdf.numPages > limits.pages) throw tooManyPages(pdf.numPages);
    const pages = await readPages(pdf);
    const builder = createTextBuilder();
    addPages(
      pages.map((page) => page?.lines),
      pages.map((page) => page?.filledIn ?? []),
      builder,
    );
    if (builder.length() === 0) throw withoutText(pages);
    const title = (await titleOf(pdf)) ?? builder.firstHeading() ?? titleFrom({ fileName, url });
    return { documents: [builder.build({ title })], warnings: leftOutNotes(pages) };
  } finally {
    await pdf.destroy();
  }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  completePlatform();
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
      // They tell whether a font says which letters it has.
      fontExtraProperties: true,
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

async function readPages(pdf: Pdf): Promise<(PageText | undefined)[]> {
  const pages: (PageText | undefined)[] = [];
  const { OPS } = await getResolvedPDFJS();
  /** The objects of the pages so far: one that comes again isn't read again. */
  const seen = new Set<string>();
  let room: number = limits.text;
  /** Pages in a row that the tree of pages doesn't have. */
  let lost = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = lost < maxLost ? await orUndefined(pdf.getPage(number)) : undefined;
    lost = page === undefined ? lost + 1 : 0;
    const object = page?.ref ? `${page.ref.num} ${page.ref.gen}` : `page ${number}`;
    const read = page === undefined || seen.has(object) ? undefined : await orUndefined(readPage(page, OPS, room));
    seen.add(object);
    pages.push(read);
    room -= read?.length ?? 0;
    if (room < 0) throw new SourceFailure('too_large');
  }
  return pages;
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

const tooManyPages = (pages: number) =>
  new SourceFailure('too_large', {
    message: `The PDF has ${pages} pages. At most ${limits.pages.toLocaleString('en')} can be read.`,
  });
