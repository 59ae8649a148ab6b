import mammoth from 'mammoth';
import { decodeEntities } from '../../../text/character-references.ts';
import { htmlTokens } from '../../../text/html-tokens.ts';
import { type Extraction, SourceFailure } from '../../document.ts';
import { checkArchive } from '../archive/zip.ts';
import { oneLine } from '../clean-text.ts';
import { renderHtml } from '../html/render.ts';
import type { Input } from '../input.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { withoutRepeats } from './repeats.ts';

const coreTitle = /<dc:title>([^<]{1,500})<\/dc:title>/;

/** Reads a DOCX file through HTML. Its archive is checked before anything inflates it without bounds. */
export async function readDocx({ bytes, fileName, url }: Input): Promise<Extraction> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { read } = checkArchive(archive);
  if (read('word/document.xml') === undefined && read('[Content_Types].xml') === undefined) {
    throw new SourceFailure('unsupported_type', {
      message: 'This is a ZIP archive without a Word document.',
      hint: 'Unpack it and upload its files.',
    });
  }
  const builder = createTextBuilder();
  renderHtml(htmlTokens(await convert(archive)), builder, { withoutSurroundings: false });
  if (builder.length() === 0) {
    throw new SourceFailure('no_text', {
      message: 'The document has no text.',
      hint: 'If it shows images of text, run text recognition (OCR) over it first.',
    });
  }
  const named = coreTitle.exec(read('docProps/core.xml') ?? '')?.[1];
  const title = oneLine(decodeEntities(named ?? '')) || builder.firstHeading() || titleFrom({ fileName, url });
  return { documents: [builder.build({ title })], warnings: [] };
}

async function convert(buffer: Buffer): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer },
      {
        externalFileAccess: false,
        includeEmbeddedStyleMap: false,
        transformDocument: withoutRepeats,
        // Images are left out unread.
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    return value;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    throw new SourceFailure('broken_file', { detail: `${error.name}: ${error.message}` });
  }
}
