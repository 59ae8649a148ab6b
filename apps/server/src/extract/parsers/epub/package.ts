import { SourceFailure } from '../../document.ts';
import { resolvePart } from '../archive/relations.ts';
import { parseXml } from '../archive/xml.ts';
import type { Archive } from '../archive/zip.ts';

/** The package document of a book (EPUB 3.3, section 5). */
export interface Package {
  readonly title: string;
  readonly language: string;
  /** The parts with the text, in reading order. */
  readonly chapters: readonly string[];
  /** The part with the table of contents. */
  readonly contents: string | undefined;
}

interface Item {
  readonly part: string;
  readonly type: string;
  readonly properties: readonly string[];
}

/** Reads the package document at a path. Throws `broken_file` if it isn't there. */
export function readPackage(archive: Archive, path: string): Package {
  const xml = archive.read(path);
  if (xml === undefined) throw new SourceFailure('broken_file', { detail: 'epub: no package' });
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const items = new Map<string, Item>();
  const spine: string[] = [];
  const metadata = { title: '', language: '' };
  let field: keyof typeof metadata | undefined;
  parseXml(xml, {
    open(name, { id = '', href = '', 'media-type': type = '', properties = '', idref = '' }) {
      if (name === 'item') items.set(id, { part: partAt(folder, href), type, properties: properties.split(' ') });
      else if (name === 'itemref') spine.push(idref);
      else if ((name === 'title' || name === 'language') && metadata[name] === '') field = name;
    },
    text(text) {
      if (field !== undefined) metadata[field] += text;
    },
    close: () => {
      field = undefined;
    },
  });
  const all = [...items.values()];
  const navigation = all.find(({ properties }) => properties.includes('nav'));
  const contents = navigation ?? all.find(({ type }) => type === 'application/x-dtbncx+xml');
  const chapters = spine.flatMap((id) => {
    const item = items.get(id);
    return item !== undefined && item !== navigation && /html|xml/.test(item.type) ? [item.part] : [];
  });
  return { ...metadata, chapters: [...new Set(chapters)], contents: contents?.part };
}

/** The part at a relative address. */
export function partAt(folder: string, address: string): string {
  const path = address.split('#')[0] ?? '';
  try {
    return resolvePart(folder, decodeURIComponent(path));
  } catch {
    return resolvePart(folder, path);
  }
}
