import { decodeWide, wideEncoding, wideMark } from '../text/encodings/wide.ts';
import { type Format, SourceFailure } from './document.ts';
import { textFormat } from './text-format.ts';

/** The bytes that a binary format begins with, at an offset, and what it is called. */
const signatures: readonly (readonly [name: string, bytes: string, offset?: number])[] = [
  ['a PNG image', '\x89PNG'],
  ['a JPEG image', '\xff\xd8\xff'],
  ['a GIF image', 'GIF8'],
  ['a BMP image', 'BM', 0],
  ['a TIFF image', 'II*\0'],
  ['a TIFF image', 'MM\0*'],
  ['a WebP image', 'WEBP', 8],
  ['a WAV recording', 'WAVE', 8],
  ['an AVI video', 'AVI ', 8],
  ['a HEIC image', 'ftyphei', 4],
  ['a HEIC image', 'ftypmif1', 4],
  ['an AVIF image', 'ftypavif', 4],
  ['an MP4 recording', 'ftyp', 4],
  ['a Matroska or WebM video', '\x1aE\xdf\xa3'],
  ['an MP3 recording', 'ID3'],
  ['an MP3 recording', '\xff\xfb'],
  ['an Ogg recording', 'OggS'],
  ['a FLAC recording', 'fLaC'],
  ['a gzip archive', '\x1f\x8b'],
  ['a bzip2 archive', 'BZh'],
  ['an xz archive', '\xfd7zXZ\0'],
  ['a Zstandard archive', '\x28\xb5\x2f\xfd'],
  ['a 7-Zip archive', '7z\xbc\xaf\x27\x1c'],
  ['a RAR archive', 'Rar!\x1a\x07'],
  ['a tar archive', 'ustar', 257],
  ['a Windows program', 'MZ'],
  ['a Linux program', '\x7fELF'],
  ['a macOS program', '\xcf\xfa\xed\xfe'],
  ['a WebAssembly program', '\0asm'],
  ['a Java class', '\xca\xfe\xba\xbe'],
  ['an SQLite database', 'SQLite format 3\0'],
  ['a Parquet file', 'PAR1'],
  ['a Photoshop image', '8BPS'],
  ['a PostScript file', '%!PS'],
  ['a font', 'wOFF'],
  ['a font', 'wOF2'],
  ['a DjVu document', 'AT&TFORM'],
];

/** Pictures that are read if text can be recognised. */
const recognised: ReadonlySet<string> = new Set(['a PNG image', 'a JPEG image', 'a TIFF image', 'a WebP image']);

const extensionOf = (fileName: string): string => /\.([\w-]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

/** Number of bytes that may precede a PDF's header (PDF 1.7, appendix H.3.4.1). */
const pdfHead = 1_024;

/** A file, by what its sender says of it. */
export interface NamedFile {
  readonly fileName: string;
  readonly contentType: string;
}

/**
 * Returns the format of a file by its first bytes; 4 KiB suffice. Its name and content type only tell texts apart.
 * Returns a failure for a file that can't be read: `unsupported_type` says what the file is. Pictures can be read if
 * their text can be recognised.
 */
export function formatOf(
  { fileName, contentType }: NamedFile,
  firstBytes: Uint8Array,
  canRecognise = false,
): Format | SourceFailure {
  if (firstBytes.length === 0) return new SourceFailure('no_text', { message: 'The file is empty.' });
  const head = Buffer.from(firstBytes.subarray(0, 4_096)).toString('latin1');
  if (head.slice(0, pdfHead).includes('%PDF-')) return 'pdf';
  const extension = extensionOf(fileName);
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return zipFormat(head, extension, contentType);
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'ole';
  const found = signatures.find(([, bytes, offset = 0]) => head.startsWith(bytes, offset));
  // Texts may begin with the letters of a signature.
  if (found && !(/^[A-Za-z\d]+$/.test(found[1]) && isText(firstBytes))) {
    return canRecognise && recognised.has(found[0]) ? 'picture' : unsupported(found[0]);
  }
  if (!isText(firstBytes)) return unsupported('a binary file of an unknown type');
  return textFormat(head, extension, contentType);
}

const officeType = /^application\/(?:vnd\.(?:openxmlformats|oasis\.opendocument|ms-)|epub)/;
const officeExtensions = new Set([
  ...[
    'docx',
    'docm',
    'dotx',
    'xlsx',
    'xlsm',
    'xlsb',
    'xltx',
    'pptx',
    'pptm',
    'ppsx',
    'potx',
    'odt',
    'ott',
    'ods',
    'ots',
  ],
  ...['odp', 'otp', 'epub'],
]);
/** Parts that the archive of a document begins with. */
const officeParts = /\[Content_Types\]\.xml|_rels\/|docProps\/|(?:word|xl|ppt)\/|mimetypeapplication\/|META-INF\//;

/** A document that is an archive. Its directory, at its end, says later what it is. */
function zipFormat(head: string, extension: string, contentType: string): Format | SourceFailure {
  if (officeParts.test(head) || officeExtensions.has(extension) || officeType.test(contentType)) return 'zip';
  return unsupported('a ZIP archive', 'Unpack it and upload its files.');
}

/** Max share of control characters in a text: files of terminals have some. */
const maxControl = 0.02;

function isText(bytes: Uint8Array): boolean {
  const wide = wideMark(bytes) ?? wideEncoding(bytes);
  // Part of a character at the end may be cut off.
  const whole = bytes.subarray(0, bytes.length - (bytes.length % (wide?.startsWith('utf-32') ? 4 : 2)));
  const text = wide === undefined ? Buffer.from(bytes).toString('latin1') : decodeWide(whole, wide);
  if (text.includes('\0')) return false;
  const controls = text.match(control)?.length ?? 0;
  return controls <= text.length * maxControl;
}

/** Control characters but tab, line ends and escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted.
const control = /[\x01-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g;

function unsupported(what: string, hint?: string): SourceFailure {
  return new SourceFailure('unsupported_type', { message: `This is ${what}.`, ...(hint !== undefined && { hint }) });
}
