import { type Extraction, SourceFailure } from '../../document.ts';
import type { Input } from '../input.ts';
import { type Archive, checkArchive } from './zip.ts';

type Reader = (input: Input, archive: Archive) => Extraction | Promise<Extraction>;

/** Kinds of archives, each by a part of it, with their parsers. */
const kinds: readonly (readonly [part: string, load: () => Promise<Reader>])[] = [
  ['word/document.xml', async () => (await import('../docx/read-docx.ts')).readDocx],
  ['xl/workbook.xml', async () => (await import('../sheets/read-workbook.ts')).readWorkbook],
  ['xl/workbook.bin', async () => (await import('../sheets/read-workbook.ts')).readWorkbook],
  ['ppt/presentation.xml', async () => (await import('../slides/read-slides.ts')).readSlides],
  ['META-INF/container.xml', async () => (await import('../epub/read-epub.ts')).readEpub],
  ['content.xml', async () => (await import('../odf/read-odf.ts')).readOdf],
];

/** Reads a document that is a ZIP archive: Office Open XML, OpenDocument or EPUB. Its parts say which. */
export async function readZip(input: Input): Promise<Extraction> {
  const { bytes } = input;
  const archive = checkArchive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const names = new Set(archive.names);
  // Some programs name the main part of a DOCX file otherwise: mammoth finds it.
  const found = kinds.find(([part]) => names.has(part)) ?? (names.has('[Content_Types].xml') ? kinds[0] : undefined);
  if (found === undefined) {
    throw new SourceFailure('unsupported_type', {
      message: 'This is a ZIP archive without a document.',
      hint: 'Unpack it and upload its files.',
    });
  }
  const read = await found[1]();
  return read(input, archive);
}
