import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { type Extraction, type Recognise, SourceFailure } from '../../document.ts';
import { limits, recognitionLimits } from '../../limits.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { characterMaps } from './character-maps.ts';
import { addPages } from './layout.ts';
import { blankPages, leftOutNotes, recognitionNotes, withoutText } from './notes.ts';
import { completePlatform } from './platform.ts';
import { type PageText, readPage } from './read-page.ts';
import { type RecognisedPages, recognisePages } from './recognise-pages.ts';

/** Titles that programs write without being asked. */
const meaningless =
  /^(?:untitled|title|document\d{0,3}|microsoft (?:word|powerpoint) - .{0,300})$|\.(?:docx?|indd|qxd|tex|dvi)$/i;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
/** Pages in a row that aren't found, after which the rest isn't looked for: the count of pages may say anything. */
const maxLost = 20;

/**
 * Reads a PDF: pages as marks, headings by the size of their letters, and what is filled into forms. Text that can't be
 * seen, or whose font doesn't say its letters, is left out with a note. Pages without text are recognised, if text can be.
 */
export async function readPdf({ bytes, fileName, url, recognise }: Input): Promise<Extraction> {
  // PDF.js takes the bytes away.
  const copy = recognise && bytes.slice();
  const pdf = await open(bytes);
  try {
    if (pdf.numPages > limits.pages) throw tooManyPages(pdf.numPages);
    const pages = await readPages(pdf);
    const recognised = recognise && copy && (await recognisedPages(copy, blankPages(pages), recognise));
    const builder = createTextBuilder();
    addPages(
      pages.map((page) => page?.lines),
      pages.map((page, index) => recognised?.texts.get(index + 1) ?? [(page?.filledIn ?? []).join('\n')]),
      builder,
    );
    if (builder.length() === 0) throw withoutText(pages, recognised);
    const title = (await titleOf(pdf)) ?? builder.firstHeading() ?? titleFrom({ fileName, url });
    const warnings = [...recognitionNotes(recognised), ...leftOutNotes(pages, recognised)];
    return { documents: [builder.build({ title })], warnings };
  } finally {
    await pdf.destroy();
  }
}

/** Recognises the text of pages. Only for them are images decoded. */
async function recognisedPages(
  bytes: Uint8Array,
  numbers: readonly number[],
  recognise: Recognise,
): Promise<RecognisedPages | undefined> {
  if (numbers.length === 0) return undefined;
  const { OPS } = await getResolvedPDFJS();
  const pdf = await open(bytes, recognitionLimits.pixels);
  try {
    return await recognisePages(pdf, { numbers, ops: OPS }, recognise);
  } finally {
    await pdf.destroy();
  }
}

/** Opens a PDF. Images of more pixels aren't decoded. */
async function open(bytes: Uint8Array, maxImageSize = 0): Promise<Pdf> {
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
      maxImageSize,
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
