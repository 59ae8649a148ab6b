import { decodeEntities } from '../../../text/character-references.ts';
import { escapeHtml } from '../../../text/html/escape-html.ts';
import type { Relation } from '../archive/relations.ts';
import { type Attributes, attribute, parseXml } from '../archive/xml.ts';
import { oneLine } from '../clean-text.ts';
import { link } from '../markup/html.ts';

/** Texts of a slide or of its notes. */
export interface Shapes {
  readonly title: string;
  readonly html: string;
  readonly isHidden: boolean;
}

/** Placeholders with the same text on each slide, and the picture of the slide on its notes. */
const surroundings = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg']);
const titles = new Set(['title', 'ctrTitle']);
/** Fields whose text is a number or date that PowerPoint fills in. */
const filledIn = /^(?:slidenum|datetime)/;

interface Options {
  /** Reads only placeholders of this type. */
  readonly only?: string;
}

interface Shape {
  /** Type of the placeholder; `''` for any other shape. */
  type: string;
  paragraphs: { readonly level: number; readonly html: string }[];
}

/** Reads the shapes of a slide (PresentationML) in their order, which is the order in which they are read aloud. */
export function readShapes(xml: string, relations: ReadonlyMap<string, Relation>, { only }: Options = {}): Shapes {
  const titleParts: string[] = [];
  const html: string[] = [];
  let isHidden = false;
  let shape: Shape | undefined;
  let inline: string[] = [];
  let level = 0;
  let address: string | undefined;
  let isText = false;
  let isFilledIn = false;
  /** Depth within what is left out. */
  let skipped = 0;
  let cells = 0;
  /** The next row of the table names its columns. */
  let isHead = false;

  const endShape = () => {
    if (shape === undefined) return;
    const { type, paragraphs } = shape;
    shape = undefined;
    if (surroundings.has(type) || (only !== undefined && type !== only)) return;
    if (titles.has(type)) titleParts.push(...paragraphs.map(({ html: text }) => text));
    else html.push(only === undefined ? listOf(paragraphs) : paragraphs.map((one) => `<p>${one.html}</p>`).join(''));
  };
  const endParagraph = () => {
    const text = inline.join('').trim();
    inline = [];
    if (text === '') return;
    if (cells > 0) html.push(`<p>${text}</p>`);
    else shape?.paragraphs.push({ level, html: text });
  };
  const opening: Readonly<Record<string, (attributes: Attributes) => void>> = {
    sld: ({ show = '' }) => {
      isHidden = ['0', 'false'].includes(show);
    },
    sp: () => {
      shape = { type: '', paragraphs: [] };
    },
    ph: ({ type = 'body' }) => {
      if (shape !== undefined) shape.type = type;
    },
    tbl: () => void html.push('<table>'),
    tblPr: ({ firstRow = '' }) => {
      isHead = ['1', 'true'].includes(firstRow);
    },
    tr: () => void html.push(isHead ? '<thead><tr>' : '<tr>'),
    tc: (attributes) => {
      cells += 1;
      html.push(cellStart(attributes));
    },
    p: () => {
      level = 0;
    },
    pPr: ({ lvl = '0' }) => {
      level = Number(lvl) || 0;
    },
    br: () => void inline.push('<br>'),
    r: () => {
      address = undefined;
    },
    fld: ({ type = '' }) => {
      address = undefined;
      isFilledIn = filledIn.test(type);
    },
    hlinkClick: (attributes) => {
      address = relations.get(attribute(attributes, 'id') ?? '')?.target;
    },
    t: () => {
      isText = true;
    },
  };
  const closing: Readonly<Record<string, () => void>> = {
    sp: endShape,
    p: endParagraph,
    t: () => {
      isText = false;
    },
    fld: () => {
      isFilledIn = false;
    },
    tc: () => {
      cells -= 1;
      html.push('</td>');
    },
    tr: () => {
      html.push(isHead ? '</tr></thead>' : '</tr>');
      isHead = false;
    },
    tbl: () => void html.push('</table>'),
  };

  parseXml(xml, {
    open(name, attributes) {
      // The fallback repeats what stands before it.
      if (skipped > 0 || name === 'Fallback') skipped += 1;
      else opening[name]?.(attributes);
    },
    text(text) {
      if (!isText || isFilledIn || skipped > 0) return;
      inline.push(address === undefined ? escapeHtml(text) : link(escapeHtml(text), address));
    },
    close(name) {
      if (skipped > 0) skipped -= 1;
      else closing[name]?.();
    },
  });
  const title = oneLine(
    titleParts
      .join(' ')
      .replaceAll('<br>', ' ')
      .replace(/<[^<>]{1,4000}>/g, ''),
  );
  return { title: decodeEntities(title), html: html.join(''), isHidden };
}

const cellStart = ({ gridSpan, rowSpan, hMerge, vMerge }: Attributes): string => {
  // The cells below a merged cell have no text of their own.
  if (hMerge !== undefined || vMerge !== undefined) return '<td hidden>';
  return `<td${gridSpan ? ` colspan="${escapeHtml(gridSpan)}"` : ''}${rowSpan ? ` rowspan="${escapeHtml(rowSpan)}"` : ''}>`;
};

/** Max levels of a list on a slide. */
const maxLevel = 8;

/** Several paragraphs of a shape are the items of a list. */
function listOf(paragraphs: Shape['paragraphs']): string {
  const [first] = paragraphs;
  if (first === undefined) return '';
  if (paragraphs.length === 1) return `<p>${first.html}</p>`;
  let depth = 0;
  const html: string[] = [];
  for (const { level, html: text } of paragraphs) {
    const wanted = Math.min(Math.max(level, 0), maxLevel) + 1;
    for (; depth < wanted; depth += 1) html.push('<ul>');
    for (; depth > wanted; depth -= 1) html.push('</ul>');
    html.push(`<li>${text}</li>`);
  }
  return html.join('') + '</ul>'.repeat(depth);
}
