import type { ReadDocument, Warning } from '../extract/document.ts';
import type { ReadFor } from '../extract/extractor.ts';
import { joinDocuments } from '../extract/join-documents.ts';
import { hashAndSize } from '../extract/text-hash.ts';
import type { OutboundResponse } from '../outbound/outbound.ts';
import { type ContentKind, charsetOf, kindOf } from './content.ts';
import { statusFailure, toFailure } from './problems.ts';
import { type Get, hostOf, type Requests } from './requests.ts';

/** Reads a page's bytes, outside this process. Rejects with a `SourceFailure`. */
export type Extract = (
  input: { readonly kind: ContentKind; readonly bytes: Uint8Array; readonly url: string; readonly charset?: string },
  by: ReadFor,
) => Promise<{ readonly documents: readonly ReadDocument[]; readonly warnings: readonly Warning[] }>;

/** Validators of a page's version, which the next request for it sends. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A page that is as it was. */
export interface UnchangedPage extends Validators {
  readonly unchanged: true;
  /** After redirects. */
  readonly url: string;
}

/** A page with its content. */
export interface ReadPage extends Validators {
  readonly unchanged: false;
  readonly document: ReadDocument;
  /** After redirects. */
  readonly url: string;
  /** SHA-256 of the text, in hex. */
  readonly hash: string;
  readonly warnings: readonly Warning[];
}

/** A response with status 200, whose body has not been extracted. */
export interface FetchedPage extends Validators {
  readonly unchanged: false;
  readonly url: string;
  readonly kind: ContentKind;
  readonly bytes: Buffer;
  readonly charset: string | undefined;
  readonly headers: OutboundResponse['headers'];
}

/** Max length of an ETag or a date that is kept, in characters. */
const maxValidator = 500;

/** Fetches a page on condition that it has changed. Rejects with a `SourceFailure` if there is no page. */
export async function fetchPage(
  requests: Requests,
  { etag, lastModified, ...get }: Get & Partial<Validators>,
): Promise<UnchangedPage | FetchedPage> {
  const conditions = {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  };
  const isConditional = Object.keys(conditions).length > 0;
  const accept = 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,application/pdf;q=0.8,*/*;q=0.5';
  const response = await requests.get({ ...get, headers: { accept, ...conditions } });
  const { url, status, headers, body } = response;
  const { etag: tag, 'last-modified': date } = headers;
  const validators = { etag: kept(tag), lastModified: kept(date) };
  if (status === 304 && isConditional) {
    body.destroy();
    // A 304 repeats what has changed of them.
    const earlier = { etag: etag ?? null, lastModified: lastModified ?? null };
    return {
      unchanged: true,
      url,
      etag: validators.etag ?? earlier.etag,
      lastModified: validators.lastModified ?? earlier.lastModified,
    };
  }
  const kind =
    status === 200 || status === 203 ? kindOf(url, headers['content-type']) : statusFailure(hostOf(url), status);
  if (kind instanceof Error) {
    body.destroy();
    throw kind;
  }
  const charset = charsetOf(headers['content-type']);
  try {
    return { unchanged: false, url, kind, bytes: await response.bytes(), charset, headers, ...validators };
  } catch (error) {
    throw toFailure(error);
  }
}

/** Extracts the text of a fetched page. */
export async function readPage(extract: Extract, page: FetchedPage, by: ReadFor): Promise<ReadPage> {
  const { kind, bytes, url, charset, etag, lastModified } = page;
  const input = { kind, bytes, url, ...(charset === undefined ? {} : { charset }) };
  const { documents, warnings } = await extract(input, by);
  const document = joinDocuments(documents);
  const { hash } = await hashAndSize(document.text);
  return { unchanged: false, document, url, etag, lastModified, hash, warnings };
}

const kept = (value: string | undefined): string | null =>
  value === undefined || value === '' || value.length > maxValidator ? null : value;
