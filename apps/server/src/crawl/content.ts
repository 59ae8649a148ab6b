import type { SourceFailure } from '../extract/document.ts';
import { failure } from './problems.ts';

/** Formats that the extractor reads. */
export type ContentKind = 'text' | 'markdown' | 'html' | 'pdf' | 'docx' | 'csv';

const ofType: Readonly<Record<string, ContentKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'application/pdf': 'pdf',
  'application/x-pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/csv': 'csv',
  'application/csv': 'csv',
};

const ofExtension: Readonly<Record<string, ContentKind>> = {
  html: 'html',
  htm: 'html',
  txt: 'text',
  md: 'markdown',
  markdown: 'markdown',
  pdf: 'pdf',
  docx: 'docx',
  csv: 'csv',
};

/** Types of servers that don't know what they send: the name of the file decides. */
const vague = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'text/plain']);

/** Returns the kind of a response's content by its type, else by the end of its path. */
export function kindOf(url: string, contentType: string | undefined): ContentKind | SourceFailure {
  const type = mediaType(contentType);
  const named = own(ofType, type);
  if (named !== undefined && !vague.has(type)) return named;
  const byName = vague.has(type) ? own(ofExtension, extensionOf(url)) : undefined;
  // A page without a type is a page, as it is for a browser; one that isn't fails in the extractor.
  const kind = byName ?? named ?? (type === '' ? 'html' : undefined);
  return (
    kind ??
    failure('not_html', `The address leads to ${type.slice(0, 100)}, which is not a page or a document.`, {
      hint: 'Use the address of a page, or of a PDF, DOCX, Markdown, CSV or text file.',
    })
  );
}

/** Returns the charset that a `Content-Type` names, in lower case. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const found = /;\s{0,9}charset\s{0,9}=\s{0,9}"?([A-Za-z0-9_:.+-]{1,40})/i.exec(contentType ?? '');
  return found?.[1]?.toLowerCase();
}

const mediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';

function extensionOf(url: string): string {
  const { pathname } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}

const own = (record: Readonly<Record<string, ContentKind>>, key: string): ContentKind | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
