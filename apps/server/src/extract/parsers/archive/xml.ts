import { SaxesParser } from 'saxes';
import { SourceFailure } from '../../document.ts';

/** Attributes of an element by their names, with their prefixes. */
export type Attributes = Readonly<Record<string, string>>;

/** Callbacks for the events of an XML document. Names of elements have no prefix. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/** Max levels of elements: no document has so many. */
const maxDepth = 10_000;
/** Characters that are parsed at a time. */
const portion = 64 * 1024;

/**
 * Parses XML from its beginning to its end, without a tree. Entities that the document declares aren't expanded.
 * Throws `broken_file` if it isn't well-formed, and `too_complex` beyond the depth.
 */
export function parseXml(xml: string, { open, close, text }: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let doctype = false;
  parser.on('error', (error) => {
    // Entities of a document type are left out.
    if (doctype && /undefined entity/.test(error.message)) return;
    throw new SourceFailure('broken_file', { detail: `xml: ${error.message.slice(0, 200)}` });
  });
  parser.on('doctype', () => {
    doctype = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw new SourceFailure('too_complex');
    open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close?.(localName(name));
  });
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  for (let at = 0; at < xml.length; at += portion) parser.write(xml.slice(at, at + portion));
  parser.close();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute by its name without a prefix; the one with a prefix if there are both. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const prefixed = Object.keys(attributes).find((key) => key.endsWith(`:${name}`));
  return attributes[prefixed ?? name];
}
