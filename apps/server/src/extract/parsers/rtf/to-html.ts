import { decode } from '../../decode.ts';
import { SourceFailure } from '../../document.ts';
import { codePageOfCharset, encodingOf } from './code-pages.ts';
import { characters, destinations, type Group } from './groups.ts';
import { createParagraphs } from './paragraphs.ts';
import { type RtfToken, rtfTokens } from './tokens.ts';

/** An RTF document as HTML. */
export interface RtfContent {
  readonly html: string;
  readonly title: string;
  /** Pictures, whose text isn't read. */
  readonly pictures: number;
}

/** Max groups within groups. */
const maxDepth = 5_000;
const hyperlink = /^\s*HYPERLINK\s+"([^"]{1,2000})"/i;
const headingStyle = /^heading ([1-9])\b/i;

/** Converts RTF, whose characters are bytes, into HTML. Throws `too_complex` beyond the depth of groups. */
export function rtfToHtml(rtf: string): RtfContent {
  const reader = createReader();
  for (const token of rtfTokens(rtf)) reader.take(token);
  return reader.result();
}

function createReader() {
  const body = createParagraphs();
  const footnotes = createParagraphs();
  const groups: Group[] = [];
  let group: Group = { destination: 'body', isHidden: false, codePage: undefined, fallback: 1, isLinked: false };
  let defaultPage = 1252;
  const fonts = new Map<number, number>();
  const levels = new Map<number, number>();
  let number = 0;
  /** Bytes of a text that aren't decoded yet: a character may have several. */
  let bytes = '';
  let toSkip = 0;
  let isOptional = false;
  let collected = '';
  let title = '';
  let pictures = 0;
  let paragraph: { level: number | undefined; isItem: boolean; isInTable: boolean } = plain();

  const isText = () => group.destination === 'body' || group.destination === 'footnote';
  const target = () => (group.destination === 'footnote' ? footnotes : body);
  const add = (text: string) => {
    const { destination, isHidden } = group;
    if (destination === 'marker') paragraph.isItem = true;
    else if (destination === 'title') title += text;
    else if (destination === 'instruction' || destination === 'styles') collected += text;
    else if (isText() && !isHidden) target().text(text);
  };
  const flush = () => {
    if (bytes === '') return;
    const page = group.codePage ?? defaultPage;
    const text = decode(new Uint8Array(Buffer.from(bytes, 'latin1')), { charset: encodingOf(page) }).text;
    bytes = '';
    add(text);
  };
  const start = () => {
    if (groups.length > maxDepth) throw new SourceFailure('too_complex');
    groups.push(group);
    group = { ...group, isLinked: false };
    toSkip = 0;
  };
  const end = () => {
    toSkip = 0;
    const ended = group;
    const outer = groups.pop();
    if (outer === undefined) return;
    group = outer;
    if (ended.isLinked) target().link(undefined);
    if (ended.destination === 'instruction' && outer.destination !== 'instruction') {
      target().link(hyperlink.exec(collected)?.[1]);
      collected = '';
    } else if (ended.destination === 'styles' && outer.destination === 'styles') noteStyle();
    else if (ended.destination === 'footnote' && outer.destination !== 'footnote') footnotes.endParagraph(plain());
  };
  const noteStyle = () => {
    const level = headingStyle.exec(collected.trim())?.[1];
    if (level !== undefined) levels.set(number, Math.min(Number(level), 6));
    [collected, number] = ['', 0];
  };

  const inGroup: Readonly<Record<string, (value: number) => void>> = {
    uc: (value) => {
      group.fallback = value;
    },
    ansicpg: (value) => {
      defaultPage = value;
    },
    mac: () => {
      defaultPage = 10_000;
    },
    f: (value) => {
      if (group.destination === 'fonts') number = value;
      else group.codePage = fonts.get(value);
    },
    fcharset: (value) => {
      const page = codePageOfCharset[value];
      if (group.destination === 'fonts' && page !== undefined) fonts.set(number, page);
    },
    s: (value) => {
      if (group.destination === 'styles') number = value;
      else paragraph.level = levels.get(value);
    },
    u: (value) => {
      add(String.fromCharCode(value < 0 ? value + 65_536 : value));
      toSkip = group.fallback;
    },
    v: (value) => {
      group.isHidden = value !== 0;
    },
    deleted: (value) => {
      group.isHidden = value !== 0;
    },
    htmlrtf: (value) => {
      group.isHidden = value !== 0;
    },
    // The text of a field whose instruction came before it.
    fldrslt: () => {
      group.isLinked = true;
    },
    plain: () => {
      group.isHidden = false;
      group.codePage = undefined;
    },
  };
  const inBody: Readonly<Record<string, (value: number) => void>> = {
    pard: () => {
      paragraph = plain();
    },
    outlinelevel: (value) => {
      if (value < 9) paragraph.level = Math.min(value + 1, 6);
    },
    ls: (value) => {
      paragraph.isItem = value > 0;
    },
    intbl: () => {
      paragraph.isInTable = true;
    },
    par: () => target().endParagraph(paragraph),
    sect: () => target().endParagraph(paragraph),
    page: () => target().endParagraph(paragraph),
    line: () => target().lineBreak(),
    trowd: () => body.beginRow({ isHead: false }),
    trhdr: () => body.beginRow({ isHead: true }),
    cell: () => body.endCell(),
    nestcell: () => body.text(' '),
    row: () => {
      body.endRow();
      paragraph.isInTable = false;
    },
  };

  const takeWord = (word: string, value = 1) => {
    const destination = destinations[word];
    if (word === 'pict') pictures += 1;
    if (destination !== undefined) {
      if (group.destination !== 'skipped' || word === 'shptxt') group.destination = destination;
      return;
    }
    if (isOptional) group.destination = 'skipped';
    const character = characters[word];
    if (character !== undefined) add(character);
    inGroup[word]?.(value);
    if (isText()) inBody[word]?.(value);
  };
  const takeSymbol = (symbol: string) => {
    if (symbol !== '*' && isText() && /[\r\n]/.test(symbol)) inBody['par']?.(1);
    else add(characters[symbol] ?? '');
  };
  const takeText = (text: string) => {
    const rest = text.slice(toSkip);
    toSkip = Math.max(0, toSkip - text.length);
    bytes += rest;
    if (bytes.length > 2 ** 20) flush();
  };

  return {
    take(token: RtfToken) {
      if (token.type === 'text') {
        takeText(token.text);
        return;
      }
      flush();
      if (token.type === 'symbol') takeSymbol(token.symbol);
      else if (token.type === 'start') start();
      else if (token.type === 'end') end();
      else takeWord(token.word, token.value);
      isOptional = token.type === 'symbol' && token.symbol === '*';
    },
    result(): RtfContent {
      flush();
      return { html: body.html() + footnotes.html(), title, pictures };
    },
  };
}

const plain = () => ({ level: undefined, isItem: false, isInTable: false });
