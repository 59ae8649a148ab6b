import mammoth from 'mammoth';
import { decodeEntities } from '../../../text/character-references.ts';
import { htmlTokens } from '../../../text/html/tokens.ts';
import { type Extraction, SourceFailure, type Warning } from '../../document.ts';
import { type Archive, checkArchive } from '../archive/zip.ts';
import { oneLine } from '../clean-text.ts';
import { renderHtml } from '../html/render.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { hiddenStylesOf, type LeftOut, type PreparedWith, prepareXml } from './prepare-xml.ts';
import { withoutRepeats } from './repeats.ts';

const coreTitle = /<dc:title>([^<]{1,500})<\/dc:title>/;

/**
 * Reads a DOCX file through HTML. Its archive is checked before anything inflates it without bounds. Headers and footers
 * come once, before and after the text; hidden, struck and deleted text is left out with a note.
 */
export async function readDocx({ bytes, fileName, url }: Input): Promise<Extraction> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const checked = checkArchive(archive);
  const { read } = checked;
  if (read('word/document.xml') === undefined && read('[Content_Types].xml') === undefined) {
    throw new SourceFailure('unsupported_type', {
      message: 'This is a ZIP archive without a Word document.',
      hint: 'Unpack it and upload its files.',
    });
  }
  const leftOut: LeftOut = { struck: 0, hidden: 0, deleted: 0, pictures: 0, diagrams: 0 };
  const prepared = preparedParts(checked, leftOut);
  const builder = createTextBuilder();
  renderHtml(htmlTokens(await convert(checked, prepared)), builder, { withoutSurroundings: false });
  if (builder.length() === 0) {
    throw new SourceFailure('no_text', {
      message: 'The document has no text.',
      hint: 'If it shows images of text, run text recognition (OCR) over it first.',
    });
  }
  const named = coreTitle.exec(read('docProps/core.xml') ?? '')?.[1];
  const title = oneLine(decodeEntities(named ?? '')) || builder.firstHeading() || titleFrom({ fileName, url });
  return { documents: [builder.build({ title })], warnings: notesOf(leftOut) };
}

/** Names of the parts that are rewritten before mammoth reads them. */
const main = /^word\/(?:document\d{0,3}|footnotes|endnotes)\.xml$/;
const margin = { before: /^word\/header\d{0,5}\.xml$/, after: /^word\/footer\d{0,5}\.xml$/ } as const;

function preparedParts({ read, names }: Archive, leftOut: LeftOut): ReadonlyMap<string, string> {
  const hiddenStyles = hiddenStylesOf(read('word/styles.xml') ?? '<none/>');
  const options: PreparedWith = { hiddenStyles, leftOut };
  const around = (pattern: RegExp): string => {
    // Links of these parts have addresses of their own, which the document doesn't know.
    const texts = names
      .filter((name) => pattern.test(name))
      .map((name) => prepareXml(read(name) ?? '<none/>', options).replace(/<\/?w:hyperlink[^>]*>/g, ''));
    // First, even and other pages may have the same.
    const byWords = new Map(texts.map((xml) => [xml.replace(/<[^<>]*>/g, ''), xml]));
    return [...byWords].map(([words, xml]) => (words.trim() === '' ? '' : xml)).join('');
  };
  const [before, after] = [around(margin.before), around(margin.after)];
  return new Map(
    names
      .filter((name) => main.test(name))
      .map((name) => [name, prepareXml(read(name) ?? '<none/>', { ...options, before, after })]),
  );
}

/** One note for each kind of what was left out. */
function notesOf({ struck, hidden, deleted, pictures, diagrams }: LeftOut): Warning[] {
  const note = (code: string, count: number, what: string): Warning[] =>
    count === 0
      ? []
      : [{ code, message: `${what} left out in ${count.toLocaleString('en')} ${count === 1 ? 'place' : 'places'}.` }];
  return [
    ...note('struck_text', struck, 'Struck text was'),
    ...note('hidden_text', hidden, 'Hidden text was'),
    ...note('deleted_text', deleted, 'Text that a revision deletes was'),
    ...note('pictures', pictures, 'Pictures were'),
    ...note('diagrams', diagrams, 'Charts and diagrams were'),
  ];
}

/** An input that mammoth takes besides a path or bytes. Its types leave it out. */
interface PartsInput {
  readonly file: {
    readonly exists: (name: string) => boolean;
    readonly read: (name: string) => Promise<string>;
  };
}
type MammothInput = Parameters<typeof mammoth.convertToHtml>[0];

async function convert({ read, names }: Archive, prepared: ReadonlyMap<string, string>): Promise<string> {
  const known = new Set(names);
  const parts: PartsInput = {
    file: { exists: (name) => known.has(name), read: async (name) => prepared.get(name) ?? read(name) ?? '' },
  };
  try {
    const { value } = await mammoth.convertToHtml(parts as unknown as MammothInput, {
      externalFileAccess: false,
      includeEmbeddedStyleMap: false,
      transformDocument: withoutRepeats,
      // Images are left out unread.
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    });
    return value;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    throw new SourceFailure('broken_file', { detail: `${error.name}: ${error.message}` });
  }
}
