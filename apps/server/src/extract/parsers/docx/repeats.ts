import { linkText } from '../links.ts';
import type { Element } from './element.ts';
import { textOf, withoutSpans } from './spans.ts';

/** Characters of a style's name that tell headings and lists from other paragraphs. */
const maxName = 100;
/** Characters of all addresses of a document, and of the text of a link. */
const maxAddresses = { all: 2 ** 20, text: 1_000 };

/**
 * Bounds what references repeat before the document is converted. A note appears once, however many places refer to it.
 * Links become `[text](address)`, as long as their addresses have no more characters than a text may have by itself,
 * and names of styles are cut. Merged cells are repeated in the rows and columns that they span.
 */
export function withoutRepeats<Document extends Element>(document: Document): Document {
  const notes = new Set<string>();
  const isFirst = ({ noteType, noteId }: Element): boolean => {
    const name = `${noteType} ${noteId}`;
    const isNew = !notes.has(name);
    notes.add(name);
    return isNew;
  };
  const address = addressing();
  const left: Element[] = [document];
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    prepare(element, address);
    if (element.children === undefined) continue;
    element.children = element.children.filter((child) => child.type !== 'noteReference' || isFirst(child));
    // The last one is taken first, so that the first reference in the text counts.
    for (const child of element.children.toReversed()) left.push(child);
  }
  return document;
}

function prepare(element: Element, address: (link: Element) => void): void {
  if (element.type === 'hyperlink') address(element);
  if (element.type === 'table') withoutSpans(element);
  if (element.styleId) element.styleId = element.styleId.slice(0, maxName);
  if (element.styleName) element.styleName = element.styleName.slice(0, maxName);
  if (element.type === 'paragraph' && /^heading/i.test(element.styleName ?? '')) withoutAddresses(element);
}

/** Writes the addresses of links into their texts, as long as there is room for them. */
function addressing(): (link: Element) => void {
  let room = maxAddresses.all;
  return (link) => {
    const { href = '' } = link;
    link.href = '';
    delete link.anchor;
    const text = textOf(link, maxAddresses.text);
    if (href === '' || text.length >= maxAddresses.text || href.length > room) return;
    const linked = linkText(text, href);
    if (linked === text) return;
    room -= href.length;
    link.children = [{ type: 'run', children: [{ type: 'text', value: linked }] }];
  };
}

/** The links of a heading lose their addresses: it is shown above each passage. */
function withoutAddresses(heading: Element): void {
  for (const child of heading.children ?? []) if (child.type === 'hyperlink') child.href = '';
}
