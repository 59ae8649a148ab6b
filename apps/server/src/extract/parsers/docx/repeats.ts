import type { Element } from './element.ts';
import { withoutSpans } from './spans.ts';

/** Characters of a style's name that tell headings and lists from other paragraphs. */
const maxName = 100;
/** Max characters of all addresses of a document. */
const maxAddresses = 2 ** 20;

/**
 * Bounds what references repeat before the document is converted. A note appears once, however many places refer to it.
 * Links keep their addresses as long as there is room for them, and names of styles are cut. Merged cells are repeated in the rows and columns that they span.
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
}

/** Removes the addresses of links for which there is no more room. */
function addressing(): (link: Element) => void {
  let room = maxAddresses;
  return (link) => {
    const { href = '' } = link;
    delete link.anchor;
    if (href.length > room) link.href = '';
    else room -= href.length;
  };
}
