import type { LongText } from './long-text.ts';

/** A heading or page that begins at a place in a document's text. */
export interface Mark {
  /** UTF-16 offset; marks are in order. */
  readonly at: number;
  /** The text of the heading begins at `at`. Levels are 1 to 6. */
  readonly heading?: { readonly level: number; readonly text: string };
  /** Page number, from 1. */
  readonly page?: number;
}

/** A document as text: well-formed, no NUL, NFC, paragraphs separated by `\n\n`. */
export interface ExtractedDocument {
  readonly title: string;
  readonly text: string;
  readonly marks: readonly Mark[];
  /** The language that the document declares, as a BCP 47 tag. */
  readonly language?: string;
  /** Absolute HTTP(S) URLs without fragment, in order and distinct. */
  readonly links?: readonly string[];
  readonly canonical?: string;
  /** Directives of a page for crawlers: `noindex`, `nofollow`. */
  readonly robots?: readonly string[];
}

/** A document of another process: its text may be in pieces. */
export type ReadDocument = Omit<ExtractedDocument, 'text'> & { readonly text: LongText };

/** Recognises the text of a picture. Throws a `SourceFailure`. */
export type Recognise = (picture: Uint8Array) => Promise<string>;

/** A part of an input that was left out. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** Contents of an input. */
export interface Extraction<Document = ExtractedDocument> {
  readonly documents: readonly Document[];
  readonly warnings: readonly Warning[];
}

/** A chunk before it has a number: `text` is the slice `[start, end)` of its document's text. */
export interface CutChunk {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The headings above it, the outermost first. */
  readonly headings: readonly string[];
  /** Page number from 1, or null if the document has no pages. */
  readonly page: number | null;
}

/** A document that is cut into chunks. */
export interface PreparedDocument {
  readonly chunks: readonly CutChunk[];
}

/** The formats that can be read. */
export const formats = [
  ...(['text', 'markdown', 'html', 'pdf', 'docx', 'csv', 'zip', 'ole', 'rtf', 'mail', 'json', 'xml'] as const),
  ...(['calendar', 'subtitles', 'asciidoc', 'rst', 'org', 'picture'] as const),
] as const;

/**
 * The format of an input. `zip` is any document that is an archive (XLSX, PPTX, ODT, ODS, ODP, EPUB), `ole` any that is a
 * compound file (XLS, MSG): their parser tells them apart. `picture` is one whose text can be recognised.
 */
export type Format = (typeof formats)[number];

/** Words of each failure of a source: the problem, its remedy, and true if the same input may succeed later. */
const failures = {
  unsupported_type: [
    'This type of file is not supported.',
    'Upload a PDF, a document of Office or OpenDocument, an EPUB, a mail, HTML, Markdown, plain text, CSV, JSON or XML.',
    false,
  ],
  encrypted_file: ['The file is protected by a password.', 'Remove the password and upload the file again.', false],
  broken_file: ['The file is damaged and can’t be read.', 'Open it, save it again, and upload the new file.', false],
  no_text: ['There is no text in this content.', 'Provide content with text; run OCR over scanned pages first.', false],
  too_large: ['The content is too large.', 'Split it into several sources.', false],
  too_complex: [
    'The content needs more memory than a document may take.',
    'Split it, or save it in a simpler format, such as plain text.',
    false,
  ],
  parse_timeout: [
    'Reading the content took too long.',
    'Split it, or save it in a simpler format, such as plain text. The same content is read again if you ask for a sync.',
    false,
  ],
  parse_crashed: [
    'The process that read the content ended unexpectedly.',
    'Try again. If it fails again, save the content in another format.',
    true,
  ],
  not_html: ['The address does not return a web page.', 'Download it and upload it as a file.', false],
  needs_script: [
    'The page has no text until its scripts run.',
    'Use a page that works without JavaScript, or paste its text.',
    false,
  ],
  redirect_loop: ['The address redirects in a circle or too often.', 'Use the address that the page ends at.', false],
  address_not_allowed: [
    'The address is not allowed.',
    'Use a public http:// or https:// address, or upload the content as a file.',
    false,
  ],
  unreachable: ['The server of the address did not answer.', 'Check the address, and try again later.', true],
  http_error: [
    'The server answered with an error.',
    'Check that the page opens in a browser without signing in.',
    true,
  ],
  robots_disallowed: [
    'The robots.txt of the site disallows reading this address.',
    'Allow the crawler in robots.txt, or upload the content as a file.',
    false,
  ],
  nothing_found: ['No page was found.', 'Check the address and the include and exclude patterns of the source.', false],
  quota_exceeded: ['The workspace has reached its limit.', 'Delete sources that you don’t need, or upgrade.', false],
  sync_timeout: ['The sync took too long.', 'Narrow the source by patterns or limits, and sync again.', true],
  internal_error: [
    'The sync failed for an internal reason.',
    'Try again. The log of the server has the details.',
    true,
  ],
} as const satisfies Record<string, readonly [message: string, hint: string, retry: boolean]>;

/** Codes of the reasons for which a source can't be read or synced: a closed set. */
export type SourceErrorCode = keyof typeof failures;

/** All codes of failures of sources. */
export const sourceErrorCodes: readonly SourceErrorCode[] = Object.freeze(Object.keys(failures) as SourceErrorCode[]);

/** Words that replace the general ones of a code. */
export interface FailureWords {
  readonly message?: string;
  readonly hint?: string;
  readonly retry?: boolean;
  /** For the log only: what a library said. Never content of a document. */
  readonly detail?: string | undefined;
}

/** A failure of a source in words: the code, what happened, what to do, and whether a retry may help. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  readonly code: SourceErrorCode;
  readonly hint: string;
  readonly retry: boolean;
  readonly detail: string | undefined;

  constructor(code: SourceErrorCode, words: FailureWords = {}) {
    const [message, hint, retry] = failures[code];
    super(words.message ?? message);
    this.code = code;
    this.hint = words.hint ?? hint;
    this.retry = words.retry ?? retry;
    this.detail = words.detail;
  }
}
