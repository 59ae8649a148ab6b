import { decodeHtmlAttribute } from '../text/character-references.ts';

/** A start tag of HTML; names are in lower case. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Index of its end in the page. */
  readonly end: number;
}

/** Elements whose content is text, in which there are no tags, with what ends them. */
const rawText: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script[\s/>]/i],
  ['style', /<\/style[\s/>]/i],
  ['textarea', /<\/textarea[\s/>]/i],
  ['title', /<\/title[\s/>]/i],
  ['xmp', /<\/xmp[\s/>]/i],
  ['iframe', /<\/iframe[\s/>]/i],
  ['noembed', /<\/noembed[\s/>]/i],
  ['noframes', /<\/noframes[\s/>]/i],
]);

/** Max attributes of a tag, and max length of a value, that are kept. */
const maxAttributes = 50;
const maxValue = 4_096;

/** Max length of a tag: what follows counts as text. So the steps from one tag to the next are few. */
const maxTag = 16_384;

const noAttributes: ReadonlyMap<string, string> = new Map();

const space = /\s/;
const nameStart = /[A-Za-z]/;

/**
 * Returns the start tags of a page in order; one without a name is a `<` in a text. Each character is looked at a fixed
 * number of times.
 */
export function* tagsIn(html: string): Generator<Tag> {
  let at = html.indexOf('<');
  while (at !== -1) {
    const next = html[at + 1] ?? '';
    if (html.startsWith('<!--', at)) at = after(html, '-->', at + 2);
    else if (next === '!' || next === '?' || next === '/') at = after(html, '>', at + 2);
    else if (nameStart.test(next)) {
      const tag = readTag(html, at + 1);
      yield tag;
      at = endOfText(html, tag);
    } else {
      at += 1;
      yield { name: '', attributes: noAttributes, end: at };
    }
    at = html.indexOf('<', at);
  }
}

const after = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
};

/** Returns the index of the end of an element's content if that is text, else of the end of its tag. */
function endOfText(html: string, { name, end }: Tag): number {
  const ending = rawText.get(name);
  if (ending === undefined) return end;
  const length = html.slice(end).search(ending);
  return length === -1 ? html.length : end + length;
}

/** Reads a tag whose name begins at `from`. */
function readTag(page: string, start: number): Tag {
  const html = page.slice(start, start + maxTag);
  const nameEnd = skipTo(html, 0, /[\s/>]/);
  const attributes = new Map<string, string>();
  let at = nameEnd;
  while (at < html.length && html[at] !== '>') {
    if (space.test(html[at] ?? '') || html[at] === '/') {
      at += 1;
      continue;
    }
    const name = { from: at, end: skipTo(html, at + 1, /[\s/>=]/) };
    const value = readValue(html, name.end);
    at = value.end;
    const key = html.slice(name.from, Math.min(name.end, name.from + 100)).toLowerCase();
    if (attributes.size < maxAttributes && !attributes.has(key)) attributes.set(key, value.text);
  }
  return { name: html.slice(0, Math.min(nameEnd, 40)).toLowerCase(), attributes, end: start + at + 1 };
}

/** Reads `= value` if there is one. */
function readValue(html: string, from: number): { readonly text: string; readonly end: number } {
  let at = skipSpace(html, from);
  if (html[at] !== '=') return { text: '', end: from };
  at = skipSpace(html, at + 1);
  const quote = html[at];
  const isQuoted = quote === '"' || quote === "'";
  const start = isQuoted ? at + 1 : at;
  const found = isQuoted ? html.indexOf(quote, start) : skipTo(html, start, /[\s>]/);
  const end = found === -1 ? html.length : found;
  const text = end - start > maxValue ? '' : decodeHtmlAttribute(html.slice(start, end));
  return { text, end: isQuoted ? end + 1 : end };
}

function skipTo(html: string, from: number, stop: RegExp): number {
  let at = from;
  while (at < html.length && !stop.test(html[at] ?? '')) at += 1;
  return at;
}

function skipSpace(html: string, from: number): number {
  let at = from;
  while (at < html.length && space.test(html[at] ?? '')) at += 1;
  return at;
}
