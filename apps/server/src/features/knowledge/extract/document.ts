/** A heading or page that begins at a place in a document's text. */
export interface Mark {
  /** In UTF-16 units. */
  readonly at: number;
  readonly heading?: { readonly level: number; readonly text: string };
  readonly page?: number;
}

/** A document as text: well-formed, no NUL, NFC, paragraphs separated by \n\n. */
export interface ExtractedDocument {
  readonly title: string;
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly language?: string;
  readonly links?: readonly string[];
  readonly canonical?: string;
}

/** A part of an input that was left out. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

/** A chunk before it has a number. */
export interface CutChunk {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly headings: readonly string[];
  readonly page: number | null;
}

/** Why a source, or a document of it, has no content. */
export type SourceErrorCode =
  | 'unsupported_type'
  | 'encrypted_file'
  | 'broken_file'
  | 'no_text'
  | 'too_large'
  | 'too_complex'
  | 'parse_timeout'
  | 'parse_crashed'
  | 'not_html'
  | 'needs_script'
  | 'redirect_loop'
  | 'address_not_allowed'
  | 'unreachable'
  | 'http_error'
  | 'robots_disallowed'
  | 'nothing_found'
  | 'quota_exceeded'
  | 'sync_timeout'
  | 'internal_error';

/** A failure of a source in words: code is of a closed set, hint says what to do. */
export class SourceFailure extends Error {
  readonly code: SourceErrorCode;
  readonly hint: string;
  readonly retry: boolean;

  constructor(code: SourceErrorCode, message: string, { hint, retry = false }: { hint: string; retry?: boolean }) {
    super(message);
    this.name = 'SourceFailure';
    this.code = code;
    this.hint = hint;
    this.retry = retry;
  }
}
