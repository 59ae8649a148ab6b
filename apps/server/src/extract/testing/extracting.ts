import { afterAll } from 'vitest';
import { type ExtractedDocument, type Extraction, type Format, SourceFailure } from '../document.ts';
import {
  createExtractor,
  type ExtractInput,
  type Extractor,
  type ExtractorOptions,
  type ReadFor,
} from '../extractor.ts';

/** A signal that never aborts. */
const never = new AbortController().signal;

/** An account that reads. */
export const reader: ReadFor = { account: 'acct_1', signal: never };

/** Creates extractors that end with the tests of the file. */
export function extractors(): (options?: ExtractorOptions) => Extractor {
  const all: Extractor[] = [];
  afterAll(() => Promise.all(all.map((each) => each.close())));
  return (options) => {
    const extractor = createExtractor(options);
    all.push(extractor);
    return extractor;
  };
}

/** The bytes of a text in UTF-8. */
export const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

/** The bytes of a text whose characters are bytes. */
export const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** Extracts the contents of an input. */
export const extraction = async (
  extractor: Extractor,
  ...[kind, input, more]: readonly [kind: Format, input: string | Uint8Array, more?: Partial<ExtractInput>]
): Promise<Extraction> => {
  const bytes = typeof input === 'string' ? utf8(input) : input;
  const { documents, warnings } = await extractor.extract({ kind, bytes, ...more }, reader);
  return { documents: documents.map((one) => ({ ...one, text: one.text.slice(0, one.text.length) })), warnings };
};

/** The headings of a document with their levels and places, and its pages. */
export const outline = ({ text, marks }: ExtractedDocument) =>
  marks.map(({ at, heading, page }) => ({
    ...(heading && { heading: `${heading.level} ${heading.text}` }),
    ...(page !== undefined && { page }),
    at: text.slice(at, at + 12),
  }));

/** Reads a file as the service does: its bytes, name and type say what it is. Its text, title and warnings. */
export const readFile = async (
  extractor: Extractor,
  { name, bytes, type = '' }: { name: string; bytes: Uint8Array; type?: string },
) => {
  const kind = extractor.kindOf(name, type, bytes.subarray(0, 4 * 1024));
  if (kind instanceof SourceFailure) throw kind;
  const { documents, warnings } = await extraction(extractor, kind, bytes, { fileName: name });
  const [document] = documents;
  if (document === undefined || documents.length !== 1) throw new Error(`${documents.length} documents`);
  return { ...document, warnings };
};
