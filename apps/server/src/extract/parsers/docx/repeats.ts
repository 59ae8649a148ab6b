/** An element of the document that mammoth has read. */
interface Element {
  readonly type?: string;
  children?: readonly Element[];
  readonly noteType?: string;
  readonly noteId?: string;
  styleId?: string | null;
  styleName?: string | null;
  href?: string;
  anchor?: string;
}

/** Characters of a style's name that tell headings and lists from other paragraphs. */
const maxName = 100;

/**
 * Bounds what references repeat before the document is converted. A note appears once, however many places refer to it.
 * Links lose their addresses, which the text doesn't show, and names of styles are cut. The rest grows with the file.
 */
export function withoutRepeats<Document extends Element>(document: Document): Document {
  const notes = new Set<string>();
  const isFirst = ({ noteType, noteId }: Element): boolean => {
    const name = `${noteType} ${noteId}`;
    const isNew = !notes.has(name);
    notes.add(name);
    return isNew;
  };
  const left: Element[] = [document];
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    if (element.type === 'hyperlink') {
      element.href = '';
      delete element.anchor;
    }
    if (element.styleId) element.styleId = element.styleId.slice(0, maxName);
    if (element.styleName) element.styleName = element.styleName.slice(0, maxName);
    if (element.children === undefined) continue;
    element.children = element.children.filter((child) => child.type !== 'noteReference' || isFirst(child));
    // The last one is taken first, so that the first reference in the text counts.
    for (const child of element.children.toReversed()) left.push(child);
  }
  return document;
}
