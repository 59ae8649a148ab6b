import { parseXml } from '../archive/xml.ts';
import type { Archive } from '../archive/zip.ts';
import { oneLine } from '../clean-text.ts';
import { type Package, partAt } from './package.ts';

/** The names of the chapters in the table of contents, by their parts. A table that can't be read names none. */
export function chapterNames(archive: Archive, { contents }: Package): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  if (contents === undefined) return names;
  const folder = contents.slice(0, contents.lastIndexOf('/') + 1);
  let part: string | undefined;
  let text: string[] = [];
  const note = (address: string) => {
    part = partAt(folder, address);
    const name = oneLine(text.join(''));
    if (name !== '' && !names.has(part)) names.set(part, name);
  };
  try {
    parseXml(archive.read(contents) ?? '', {
      // In `nav`, the link has the text; in NCX, the label comes before the address.
      open(name, attributes) {
        if (name === 'a' || name === 'navLabel') text = [];
        if (name === 'a') part = attributes['href'];
        else if (name === 'content') note(attributes['src'] ?? '');
      },
      text: (piece) => void text.push(piece),
      close(name) {
        if (name === 'a' && part !== undefined) note(part);
      },
    });
  } catch {
    return names;
  }
  return names;
}
