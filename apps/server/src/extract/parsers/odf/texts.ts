import { escapeHtml } from '../../../text/html/escape-html.ts';
import { type Attributes, parseXml } from '../archive/xml.ts';
import { addHtml, link } from '../markup/html.ts';
import type { TextBuilder } from '../text-builder.ts';

/** Inputs of reading a document. */
export interface OdfReading {
  readonly builder: TextBuilder;
  /** Names of styles that hide what has them. */
  readonly styles: ReadonlySet<string>;
}

/** Elements whose text isn't of the document: deleted text, tables of contents, marks of notes, scripts. */
const unread = new Set([
  ...['tracked-changes', 'table-of-content', 'alphabetical-index-mark', 'note-citation', 'forms', 'scripts'],
  ...['font-face-decls', 'automatic-styles', 'hidden-paragraph', 'title', 'desc', 'binary-data', 'settings'],
  ...['dde-connection-decls', 'variable-decls', 'sequence-decls', 'user-field-decls', 'declare-list'],
]);
/** HTML for elements. */
const tags: Readonly<Record<string, string>> = {
  ...{ p: 'p', list: 'ul', 'list-item': 'li', 'list-header': 'li', table: 'table', 'table-row': 'tr' },
  'table-header-rows': 'thead',
};
/** Max spaces, repeated cells, and cells that one spans: the numbers may be any. */
const maxRepeat = 100;

/** Reads a text or a presentation. Returns how many hidden parts and comments were left out, by their kind. */
export function readTexts(content: string, { builder, styles }: OdfReading): Readonly<Record<string, number>> {
  const left = { paragraph: 0, slide: 0, comment: 0 };
  /** HTML so far: of the document, and of notes within it. */
  const parts: string[][] = [[]];
  const notes: string[] = [];
  /** Tags of the open elements that close. */
  const open: string[] = [];
  let skipped = 0;
  let paragraphs = 0;
  let slide = 0;
  let isInNotes = false;

  const write = (html: string) => void parts.at(-1)?.push(html);
  const flush = () => {
    addHtml([...(parts[0] ?? []), ...notes.map((note) => `<p>${note}</p>`)].join(''), builder);
    parts[0] = [];
    notes.length = 0;
  };
  const isLeftOut = (name: string, attributes: Attributes): boolean => {
    if (name === 'annotation') left.comment += 1;
    const isHidden = styles.has(attributes['text:style-name'] ?? attributes['draw:style-name'] ?? '');
    if (isHidden && name === 'page') {
      left.slide += 1;
      slide += 1;
    } else if (isHidden) left.paragraph += 1;
    return isHidden || name === 'annotation' || unread.has(name);
  };
  const addresses: string[] = [];
  const opening: Readonly<Record<string, (attributes: Attributes) => void>> = {
    s: (attributes) => write(' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, maxRepeat))),
    tab: () => write('\t'),
    'line-break': () => write('<br>'),
    page: () => {
      flush();
      slide += 1;
      builder.page(slide);
    },
    notes: () => {
      isInNotes = true;
      write('<p>Notes:</p>');
    },
    'note-body': () => void parts.push([]),
    a: (attributes) => {
      parts.push([]);
      addresses.push(attributes['xlink:href'] ?? '');
    },
  };
  const closing: Readonly<Record<string, () => void>> = {
    notes: () => {
      isInNotes = false;
    },
    a: () => {
      const html = parts.pop()?.join('') ?? '';
      write(link(html, addresses.pop() ?? ''));
    },
    'note-body': () => void notes.push(parts.pop()?.join('') ?? ''),
  };
  const start = (name: string, attributes: Attributes) => {
    if (name === 'p' || name === 'h') paragraphs += 1;
    opening[name]?.(attributes);
    // The title of a slide is a text box with a class.
    const isTitle = name === 'frame' && attributes['presentation:class'] === 'title' && !isInNotes;
    const tag = isTitle ? 'h2' : tagOf(name, attributes);
    if (tag !== undefined) write(`<${tag}>`);
    open.push(tag?.split(' ')[0] ?? '');
  };

  parseXml(content, {
    open(name, attributes) {
      if (skipped > 0 || isLeftOut(name, attributes)) skipped += 1;
      else start(name, attributes);
    },
    text(text) {
      if (skipped === 0 && paragraphs > 0) write(escapeHtml(text));
    },
    close(name) {
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      if (name === 'p' || name === 'h') paragraphs -= 1;
      closing[name]?.();
      const tag = open.pop();
      if (tag) write(`</${tag}>`);
    },
  });
  flush();
  return left;
}

function tagOf(name: string, attributes: Attributes): string | undefined {
  if (name === 'h') return `h${Math.min(Math.max(Number(attributes['text:outline-level'] ?? 1) || 1, 1), 6)}`;
  if (name !== 'table-cell') return tags[name];
  const spans = [
    ['colspan', attributes['table:number-columns-spanned']],
    ['rowspan', attributes['table:number-rows-spanned']],
  ];
  return `td${spans.map(([span, count]) => (count === undefined ? '' : ` ${span}="${escapeHtml(count)}"`)).join('')}`;
}
