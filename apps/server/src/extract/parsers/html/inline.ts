import { addressOf, type LinkPlace, linkText } from '../links.ts';
import { subscript, superscript } from '../scripts.ts';

/** Signs of links to a place of the same page. */
const anchorSigns = /^\s*(?:#|¶|§|\u{1f517}|↩|↑|\^)[\ufe0e\ufe0f]?\s*$/u;
/** A reference to a note: `[1]`, `*`. */
const noteMark = /^\s*(?:\[[\w*†‡]{1,4}\]|[*†‡§]{1,3})\s*$/;

/** Writes the text within a paragraph, with the addresses of its links. */
export interface InlineText {
  text(text: string): void;
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  /** Returns the text so far, and begins a new one. A heading has no addresses: `address` is that of its link. */
  take(): { readonly text: string; readonly address: string | undefined };
}

interface Link {
  readonly start: number;
  readonly href: string;
}

/** Options of the text within paragraphs. */
export interface InlineOptions extends LinkPlace {
  readonly withLinks: boolean;
}

/** Tells whether the text is that of a heading. */
type IsHeading = () => boolean;

/** Creates the writer of a page. */
export function createInlineText({ withLinks, ...place }: InlineOptions, isHeading: IsHeading): InlineText {
  let pieces: string[] = [];
  let link: Link | undefined;
  let script: { readonly name: 'sup' | 'sub'; readonly start: number; isNote: boolean } | undefined;
  let abbreviation: { readonly start: number; readonly title: string } | undefined;
  let beside: string | undefined;
  const told = new Set<string>();

  const since = (start: number) => pieces.splice(start).join('');
  /** Ends the link: its text with its address. */
  const endLink = () => {
    if (link === undefined) return;
    const { start, href } = link;
    link = undefined;
    const text = since(start);
    if (href.startsWith('#') && (anchorSigns.test(text) || isNoteNumber(text))) return;
    const address = withLinks && text.trim() !== '' ? addressOf(href, place) : undefined;
    if (isHeading()) beside ??= address;
    pieces.push(address === undefined || isHeading() ? text : linkText(text, address));
  };
  const endScript = () => {
    if (script === undefined) return;
    const { name, start, isNote } = script;
    script = undefined;
    const text = since(start);
    const before = pieces.at(-1) ?? '';
    if (name === 'sub') pieces.push(subscript(text, before));
    else if (!isNote && !noteMark.test(text)) pieces.push(superscript(text, before));
  };
  const endAbbreviation = () => {
    if (abbreviation === undefined) return;
    const { start, title } = abbreviation;
    abbreviation = undefined;
    const text = since(start);
    const isNew = title !== '' && title.length <= 150 && !told.has(title) && !text.includes(title);
    told.add(title);
    pieces.push(isNew && text.trim() !== '' ? `${text} (${title})` : text);
  };
  const addPicture = (attributes: ReadonlyMap<string, string>) => {
    const alt = (attributes.get('alt') ?? '').replace(/\s+/g, ' ').trim();
    const isDrawn = /^(?:presentation|none)$/.test(attributes.get('role') ?? '');
    if (alt === '' || isDrawn || /\.(?:jpe?g|png|gif|webp|svg|avif)$/i.test(alt)) return;
    if (link !== undefined) pieces.push(alt);
    else if (alt.length >= 12 && alt.includes(' ') && !/\b(?:logo|icon|avatar)\b/i.test(alt) && !told.has(alt)) {
      told.add(alt);
      pieces.push(`\n${alt}\n`);
    }
  };

  const starts: Readonly<Record<string, (attributes: ReadonlyMap<string, string>) => void>> = {
    br: () => pieces.push('\n'),
    img: addPicture,
    a: (attributes) => {
      endLink();
      const href = attributes.get('href')?.trim();
      if (href !== undefined) link = { start: pieces.length, href };
      if (href?.startsWith('#') && script !== undefined) script.isNote = true;
    },
    sup: (attributes) => {
      const isNote = /\breference\b|footnote/i.test(attributes.get('class') ?? '');
      script ??= { name: 'sup', start: pieces.length, isNote };
    },
    sub: () => {
      script ??= { name: 'sub', start: pieces.length, isNote: false };
    },
    abbr: (attributes) => {
      abbreviation ??= { start: pieces.length, title: attributes.get('title')?.trim() ?? '' };
    },
  };

  return {
    text: (text) => pieces.push(text),
    open: (name, attributes) => (Object.hasOwn(starts, name) ? starts[name]?.(attributes) : undefined),
    close(name) {
      if (name === 'a') endLink();
      else if (name === script?.name) endScript();
      else if (name === 'abbr') endAbbreviation();
    },
    take() {
      endScript();
      endAbbreviation();
      const around = link?.href;
      endLink();
      const text = pieces.join('');
      const address = beside;
      pieces = [];
      beside = undefined;
      // A link around several paragraphs: the first one has its address.
      if (around !== undefined && text.trim() === '') link = { start: 0, href: around };
      return { text, address };
    },
  };
}

/** A number that was raised within a link to a note. */
const isNoteNumber = (text: string): boolean => noteMark.test(text) || /^[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}$/.test(text.trim());
