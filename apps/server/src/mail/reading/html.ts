import { decodeHtmlText } from '../../text/character-references.ts';
import { type HtmlToken, htmlTokens } from '../../text/html/tokens.ts';

/** Options of the text of HTML. */
interface HtmlOptions {
  readonly withQuotes: boolean;
}

type Attributes = ReadonlyMap<string, string>;

/** Elements whose content a reader doesn't see. */
const unread = new Set(['script', 'style', 'head', 'title', 'template', 'svg', 'noscript', 'iframe', 'select']);

/** Elements that begin a line. */
const blocks = new Set([
  ...['address', 'article', 'blockquote', 'center', 'dd', 'div', 'dl', 'dt', 'fieldset', 'footer', 'form', 'h1', 'h2'],
  ...['h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'main', 'ol', 'p', 'pre', 'section', 'table', 'tr', 'ul'],
]);

/** Elements that have no end tag, so that nothing can be inside. */
const empty = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);

/** Classes of what programs put around the mail that is answered, and around signatures. */
const quoteClasses = new Set([
  ...['gmail_quote', 'gmail_quote_container', 'gmail_signature', 'yahoo_quoted', 'yahoo-signature'],
  ...['protonmail_quote', 'protonmail_signature_block', 'moz-cite-prefix', 'moz-signature', 'tutanota_quote'],
  ...['zmail_extra', 'front-blockquote'],
]);

/** Joiners that fill the preview of a mail: a reader doesn't see them. */
const joiners = /&zwn?j;/g;

/** Elements with which Outlook's header of the answered mail begins; everything after them is quoted. */
const quoteStarts = /^(?:x_)*(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container|stopSpelling)$/;

/** True if an element is hidden, such as a preview text. */
const isHidden = (attributes: Attributes): boolean =>
  attributes.has('hidden') || /display\s{0,5}:\s{0,5}none/i.test(attributes.get('style') ?? '');

const isQuote = (name: string, attributes: Attributes): boolean =>
  (name === 'blockquote' && attributes.get('type') === 'cite') ||
  (attributes.get('class') ?? '').split(/\s/).some((one) => quoteClasses.has(one.replace(/^x_/, '')));

/** Max characters that are written. */
const maxOutput = 200_000;

/** Leaves out elements with all that is in them. One that has no end reaches to the end. */
function* visible(html: string, isSkipped: (name: string, attributes: Attributes) => boolean): Generator<HtmlToken> {
  let skipped = '';
  let depth = 0;
  const nested = { open: 1, close: -1 } as const;
  for (const token of htmlTokens(html)) {
    if (depth > 0) {
      if (token.type !== 'text' && token.name === skipped) depth += nested[token.type];
    } else if (token.type !== 'open' || !isSkipped(token.name, token.attributes)) {
      yield token;
    } else if (!empty.has(token.name)) {
      skipped = token.name;
      depth = 1;
    }
  }
}

/**
 * Turns the HTML of a mail into text, in linear time and without a tree, whatever it is. Without quotes, what programs
 * mark as the mail that is answered, and as a signature, is left out.
 */
export function htmlToText(html: string, { withQuotes }: HtmlOptions): string {
  const out = createOutput();
  const isSkipped = (name: string, attributes: Attributes) =>
    unread.has(name) || isHidden(attributes) || (!withQuotes && isQuote(name, attributes));
  const isEnd = (token: HtmlToken) =>
    !withQuotes && token.type === 'open' && quoteStarts.test(token.attributes.get('id') ?? '');
  for (const token of visible(html, isSkipped)) {
    if (isEnd(token) || out.isFull()) break;
    if (token.type === 'open') out.open(token.name);
    else if (token.type === 'close') out.close(token.name);
    else if (!token.isRaw) out.text(decodeHtmlText(token.text.replace(joiners, '')));
  }
  return out.end();
}

/** Collects text: white space is one space, except in `pre`, and lines end where a browser shows it. */
function createOutput() {
  const parts: string[] = [];
  let length = 0;
  let pre = 0;
  const put = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  return {
    isFull: () => length > maxOutput,
    text: (text: string) => put(pre > 0 ? text : text.replace(/[ \t\r\n]+/g, ' ')),
    open: (name: string) => {
      if (name === 'pre') pre += 1;
      if (name === 'br' || blocks.has(name)) put('\n');
      if (name === 'p') put('\n');
      if (name === 'li') put('- ');
      if (name === 'td' || name === 'th') put(' ');
    },
    close: (name: string) => {
      if (name === 'pre') pre = Math.max(0, pre - 1);
      if (blocks.has(name)) put('\n');
    },
    end: () => {
      const lines = parts.join('').replaceAll('\u00a0', ' ').split('\n');
      return lines
        .map((line) => line.trim())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();
    },
  };
}
