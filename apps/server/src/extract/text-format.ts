import type { Format } from './document.ts';

/** Formats of texts by the extension of a file's name. */
const byExtension: Readonly<Record<string, Format>> = {
  ...{ txt: 'text', text: 'text', log: 'text', md: 'markdown', markdown: 'markdown', mdx: 'markdown' },
  ...{ html: 'html', htm: 'html', xhtml: 'html', csv: 'csv', tsv: 'csv', eml: 'mail', ics: 'calendar' },
  ...{ json: 'json', jsonl: 'json', ndjson: 'json', ipynb: 'json', geojson: 'json', xml: 'xml', rss: 'xml' },
  ...{ atom: 'xml', opml: 'xml', svg: 'xml', vtt: 'subtitles', srt: 'subtitles', org: 'org', rst: 'rst' },
  ...{ adoc: 'asciidoc', asciidoc: 'asciidoc', asc: 'asciidoc' },
};

/** Formats of texts by content type. */
const byType: Readonly<Record<string, Format>> = {
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'message/rfc822': 'mail',
  'text/calendar': 'calendar',
  'application/json': 'json',
  'application/x-ndjson': 'json',
  'application/x-ipynb+json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/vtt': 'subtitles',
  'application/x-subrip': 'subtitles',
  'text/asciidoc': 'asciidoc',
  'text/x-rst': 'rst',
  'text/org': 'org',
};

/** Names whose text decides: they are given to many files that are something else. */
const general: ReadonlySet<Format | undefined> = new Set(['text', 'xml', undefined]);

/** Beginnings that no other text has. */
const beginnings: readonly (readonly [Format, RegExp])[] = [
  ['rtf', /^\{\\rtf/],
  ['calendar', /^BEGIN:VCALENDAR\s/i],
  ['subtitles', /^WEBVTT\s|^\d{1,6}\s{1,4}\d{1,4}:\d\d:\d\d,\d{3} -->/],
  ['html', /^(?:<\?xml[^>]{0,200}>\s{0,9}|<!--[^>]{0,500}-->\s{0,9})?<(?:!doctype\s{1,20}html|html)\b/i],
  ['xml', /^<\?xml\s/],
  ['json', /^\{\s{0,100}"(?:[^"\\\n]|\\.){0,200}"\s{0,20}:\s{0,20}["{[\d\-tfn]|^\[\s{0,100}\{\s{0,100}"/],
];

const mailField = /^([A-Za-z][\w-]{1,50}):[ \t]?.*(?:\r?\n[ \t].*)*\r?\n/;
const mailFields =
  /^(?:received|return-path|delivered-to|from|to|cc|subject|date|message-id|mime-version|content-type|reply-to|x-.+)$/i;
/** Fields of a mail that a text hardly begins with. */
const typical = /^(?:received|return-path|message-id|mime-version|delivered-to)$/i;
/** Fields at the beginning that are looked at. */
const maxFields = 30;

/** The format of a text by its beginning, whose characters are bytes, then by its name and type. */
export function textFormat(head: string, extension: string, contentType: string): Format {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const named = byExtension[extension] ?? byType[type];
  const start = head.replace(/^[\s\ufeff\xef\xbb\xbf]{1,100}/, '');
  const found = beginnings.find(([, beginning]) => beginning.test(start))?.[0] ?? (isMail(start) ? 'mail' : undefined);
  // A page may be XML, and a Markdown text may begin with HTML.
  if (found !== undefined && (general.has(named) || !['html', 'xml', 'json'].includes(found))) return found;
  return named ?? 'text';
}

/** True if a text begins with the header of a mail. */
function isMail(start: string): boolean {
  let rest = start;
  let isTypical = false;
  let hasSender = false;
  for (let count = 0; count < maxFields; count += 1) {
    const [whole = '', name = ''] = mailField.exec(rest) ?? [];
    if (!mailFields.test(name)) break;
    isTypical ||= typical.test(name);
    hasSender ||= /^from$/i.test(name);
    rest = rest.slice(whole.length);
  }
  return isTypical && (hasSender || /^received:|^return-path:/i.test(start));
}
