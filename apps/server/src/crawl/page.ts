import { type ReadDocument, SourceFailure, type Warning } from '../extract/document.ts';
import type { ReadFor } from '../extract/extractor.ts';
import { joinDocuments } from '../extract/join-documents.ts';
import { hashAndSize } from '../extract/text-hash.ts';
import type { OutboundResponse } from '../outbound/outbound.ts';
import { type ContentKind, charsetOf, kindOf } from './content.ts';
import { challenge, noContentReason } from './judging/no-content.ts';
import { refreshOf } from './judging/refresh.ts';
import { crawlLimits } from './limits.ts';
import { failure, statusFailure, toFailure } from './problems.ts';
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
  /** URL that was asked for, and the one after redirects. */
  readonly asked: string;
  readonly url: string;
  readonly kind: ContentKind;
  readonly bytes: Buffer;
  readonly charset: string | undefined;
  readonly headers: OutboundResponse['headers'];
}

/** Max length of an ETag or a date that is kept, in characters. */
const maxValidator = 500;

/**
 * Fetches a page on condition that it has changed. A page that redirects by `<meta http-equiv="refresh">` is followed
 * like a redirect. Rejects with a `SourceFailure` if there is no page.
 */
export async function fetchPage(
  requests: Requests,
  { etag = null, lastModified = null, ...get }: Get & Partial<Validators>,
): Promise<UnchangedPage | FetchedPage> {
  const page = await fetchOne(requests, { ...get, etag, lastModified });
  const passed = new Set<string>([get.url]);
  let latest = page;
  for (;;) {
    const target = latest.unchanged || latest.kind !== 'html' ? undefined : refreshTarget(latest);
    // The validators of another address would say nothing about this one.
    if (target === undefined) return latest === page ? page : { ...latest, etag: null, lastModified: null };
    passed.add(latest.url);
    if (passed.has(target) || passed.size > crawlLimits.redirects) throw circling(hostOf(latest.url));
    get.judge?.(target);
    latest = await fetchOne(requests, { ...get, url: target });
  }
}

function refreshTarget(page: FetchedPage): string | undefined {
  try {
    return refreshOf(page);
  } catch (error) {
    throw toFailure(error);
  }
}

const circling = (host: string) =>
  failure('redirect_loop', `${host} redirects in a circle.`, {
    hint: 'Open the address in a browser. Use the address of the page itself.',
  });

/** Fetches what an address has itself. */
async function fetchOne(
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
  const kind = contentOf(response);
  if (kind instanceof Error) {
    body.destroy();
    throw kind;
  }
  const charset = charsetOf(headers['content-type']);
  try {
    return {
      unchanged: false,
      asked: get.url,
      url,
      kind,
      bytes: await response.bytes(),
      charset,
      headers,
      ...validators,
    };
  } catch (error) {
    throw toFailure(error);
  }
}

/** The kind of a response's content, or the failure of one that carries no page. */
function contentOf({ url, status, headers }: OutboundResponse): ContentKind | SourceFailure {
  if (status === 200 || status === 203) return kindOf(url, headers['content-type']);
  return headers['cf-mitigated'] === 'challenge' ? challenge(hostOf(url)) : statusFailure(hostOf(url), status);
}

/** Extracts the text of a fetched page. Rejects with a `SourceFailure` if what was sent is no content. */
export async function readPage(extract: Extract, page: FetchedPage, by: ReadFor): Promise<ReadPage> {
  const { kind, bytes, url, charset, etag, lastModified } = page;
  const input = { kind, bytes, url, ...(charset === undefined ? {} : { charset }) };
  const { documents, warnings } = await extract(input, by).catch((error: unknown) => {
    const reason = kind === 'html' && error instanceof SourceFailure ? reasonOf(page, undefined) : undefined;
    throw reason ?? error;
  });
  const document = joinDocuments(documents);
  const reason = kind === 'html' ? reasonOf(page, document) : undefined;
  if (reason !== undefined) throw reason;
  const { hash } = await hashAndSize(document.text);
  return { unchanged: false, document, url, etag, lastModified, hash, warnings };
}

/** Characters of a page's source, and of its text, that are looked at to judge it. */
const judged = { html: 256 * 1024, text: 2_000 } as const;

function reasonOf({ bytes, url, asked }: FetchedPage, document: ReadDocument | undefined): SourceFailure | undefined {
  const html = bytes.toString('utf8', 0, judged.html);
  return noContentReason({
    ...{ asked, url, html },
    title: document?.title ?? (/<title[^>]{0,200}>([^<]{0,300})/i.exec(html)?.[1] ?? '').trim(),
    heading: document?.marks.find(({ heading }) => heading !== undefined)?.heading?.text ?? '',
    text: document?.text.slice(0, judged.text) ?? '',
    length: document?.text.length ?? 0,
  });
}

const kept = (value: string | undefined): string | null =>
  value === undefined || value === '' || value.length > maxValidator ? null : value;
