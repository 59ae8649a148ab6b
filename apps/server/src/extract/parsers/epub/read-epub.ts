import { decode } from '../../decode.ts';
import { type Extraction, SourceFailure } from '../../document.ts';
import { limits } from '../../limits.ts';
import { mediaLeftOut } from '../archive/left-out.ts';
import { resolvePart } from '../archive/relations.ts';
import { parseXml } from '../archive/xml.ts';
import type { Archive } from '../archive/zip.ts';
import { oneLine } from '../clean-text.ts';
import type { Input } from '../input.ts';
import { addHtml } from '../markup/html.ts';
import { createTextBuilder } from '../text-builder.ts';
import { titleFrom } from '../title.ts';
import { chapterNames } from './chapter-names.ts';
import { readPackage } from './package.ts';

/** Reads an EPUB book: its chapters in the order in which they are read. */
export function readEpub({ fileName, url }: Input, archive: Archive): Extraction {
  const book = readPackage(archive, packagePath(archive));
  const encrypted = encryptedParts(archive);
  if (book.chapters.some((part) => encrypted.has(part))) {
    throw new SourceFailure('encrypted_file', { message: 'The book is protected against copying.' });
  }
  if (book.chapters.length > limits.pages) throw new SourceFailure('too_large');
  const names = chapterNames(archive, book);
  const builder = createTextBuilder();
  let lost = 0;
  for (const part of book.chapters) {
    const bytes = archive.readBytes(part);
    if (bytes === undefined) {
      lost += 1;
      continue;
    }
    const { text } = decode(bytes, { isHtml: true });
    const name = names.get(part);
    // A chapter whose name is a picture has it in the table of contents only.
    if (name !== undefined && !/<h[1-6][\s>]/i.test(text)) builder.heading(1, name);
    addHtml(text, builder);
  }
  if (builder.length() === 0) throw new SourceFailure('no_text', { message: 'The book has no text.' });
  const title = oneLine(book.title) || builder.firstHeading() || titleFrom({ fileName, url });
  const language = oneLine(book.language);
  return {
    documents: [builder.build({ title, ...(language !== '' && language.length <= 35 && { language }) })],
    warnings: [
      ...(lost === 0 ? [] : [{ code: 'pages_unreadable', message: `${lost} chapters are missing in the book.` }]),
      ...mediaLeftOut(archive),
    ],
  };
}

/** The path of the package document (EPUB OCF 3.3, section 4.2.6.3.1). */
function packagePath(archive: Archive): string {
  let path: string | undefined;
  parseXml(archive.read('META-INF/container.xml') ?? '', {
    open: (name, attributes) => {
      if (name === 'rootfile') path ??= attributes['full-path'];
    },
  });
  if (path === undefined) throw new SourceFailure('broken_file', { detail: 'epub: no package' });
  return path;
}

/** The parts that are encrypted; fonts often are, which nothing reads. */
function encryptedParts(archive: Archive): ReadonlySet<string> {
  const parts = new Set<string>();
  parseXml(archive.read('META-INF/encryption.xml') ?? '<none/>', {
    open: (name, attributes) => {
      if (name === 'CipherReference') parts.add(resolvePart('', decodePath(attributes['URI'] ?? '')));
    },
  });
  return parts;
}

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
