import { parseUrl } from '../../../parse-url.ts';

/** Max characters of an address in a text; a longer link is its text alone. */
const maxAddress = 400;
/** Signs of links to a place of the same page. */
const anchorSigns = /^\s*(?:#|¶|§|\u{1f517}|↩|↑|\^)[\ufe0e\ufe0f]?\s*$/u;
/** A reference to a note: `[1]`, `*`. */
const noteMark = /^\s*(?:\[[\w*†‡]{1,4}\]|[*†‡§]{1,3})\s*$/;
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ';
const plain = '0123456789+-=()ni';

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
export interface InlineOptions {
  /** URL that relative links are resolved against. Without it only absolute ones keep their address. */
  readonly base?: string | undefined;
  /** The page's own URL, which links don't name. */
  readonly url?: string | undefined;
  readonly withLinks: boolean;
}

/** Tells whether the text is that of a heading. */
type IsHeading = () => boolean;

/** Creates the writer of a page. */
export function createInlineText({ base, url, withLinks }: InlineOptions, isHeading: IsHeading): InlineText {
  let pieces: string[] = [];
  let link: Link | undefined;
  let sup: { readonly start: number; isNote: boolean } | undefined;
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
    const address = withLinks && text.trim() !== '' ? addressOf(href, base, url) : undefined;
    if (isHeading()) beside ??= address;
    pieces.push(address === undefined || isHeading() || names(text, address) ? text : linked(text, address));
  };
  const endSup = () => {
    if (sup === undefined) return;
    const { start, isNote } = sup;
    sup = undefined;
    const text = since(start);
    if (!isNote && !noteMark.test(text)) pieces.push(raise(text, pieces.at(-1) ?? ''));
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
      if (href?.startsWith('#') && sup !== undefined) sup.isNote = true;
    },
    sup: (attributes) => {
      sup ??= { start: pieces.length, isNote: /\breference\b|footnote/i.test(attributes.get('class') ?? '') };
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
      else if (name === 'sup') endSup();
      else if (name === 'abbr') endAbbreviation();
    },
    take() {
      endSup();
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

/** The text with its address, as in Markdown. White space around the text stays outside. */
function linked(text: string, address: string): string {
  const words = text.trim();
  const [before, after] = [text.slice(0, text.indexOf(words)), text.slice(text.indexOf(words) + words.length)];
  return `${before}[${words.replace(/\s+/g, ' ')}](${address})${after}`;
}

/** True if a text says the address itself. */
function names(text: string, address: string): boolean {
  if (address.startsWith('tel:')) {
    const digits = (value: string) => value.replace(/\D/g, '');
    const said = digits(text);
    return said.length >= 3 && digits(address).endsWith(said.replace(/^0{1,2}/, ''));
  }
  const bare = (value: string) =>
    value
      .trim()
      .toLowerCase()
      .replace(/^(?:https?:\/\/|mailto:)/, '')
      .replace(/\/$/, '');
  return bare(text).includes(bare(address));
}

/** The address of a link that a reader may be given; undefined for scripts and for the page itself. */
function addressOf(href: string, base: string | undefined, page: string | undefined): string | undefined {
  const found = href === '' || href.startsWith('#') ? undefined : parseUrl(href, base);
  if (found === undefined) return undefined;
  if (found.protocol === 'mailto:' || found.protocol === 'tel:') found.search = '';
  else if (found.protocol !== 'http:' && found.protocol !== 'https:') return undefined;
  if (`${found.username}${found.password}` !== '') return undefined;
  if (page !== undefined && withoutFragment(found.href) === withoutFragment(page)) return undefined;
  for (const name of [...found.searchParams.keys()]) if (name.startsWith('utm_')) found.searchParams.delete(name);
  const address = found.href.replaceAll('(', '%28').replaceAll(')', '%29');
  return address.length > maxAddress ? undefined : address;
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? '';

/** A raised text: exponents in characters of their own, marks and ordinals as they are. */
function raise(text: string, before: string): string {
  const trimmed = text.trim();
  if (/^(?:tm|sm)$/i.test(trimmed)) return trimmed.toLowerCase() === 'tm' ? '™' : '℠';
  const isExponent = /[\p{L}\p{N})\]]$/u.test(before) && trimmed.length <= 12;
  if (!isExponent || ![...trimmed].every((sign) => plain.includes(sign === '−' ? '-' : sign))) return text;
  return [...trimmed].map((sign) => raised[plain.indexOf(sign === '−' ? '-' : sign)] ?? sign).join('');
}
