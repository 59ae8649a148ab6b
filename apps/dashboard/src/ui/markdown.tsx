import DOMPurify from 'dompurify';
import { Marked, type Token } from 'marked';
import { createContext, createElement, memo, type ReactNode, use } from 'react';
import css from './markdown.module.css';
import { lex } from './markdown-lexer.ts';
import { PlainText } from './plain-text.tsx';
import { Snippet } from './snippet.tsx';

/** How a text's own marks are shown: the pieces of a text, and the text without them. */
export interface Marks {
  show(text: string): ReactNode;
  strip(text: string): string;
}

const MarksContext = createContext<Marks | undefined>(undefined);

/** Longer texts are shown as plain text, in characters: formatting them would block the page. */
const maxFormatted = 100_000;

/**
 * Untrusted Markdown (GitHub flavour; line breaks are kept). HTML is shown as text, images become links, and links lead
 * only to http(s) and mail addresses. `growing` while the text is still streaming. `marks` shows what stands in the
 * text for something else.
 */
export function Markdown(props: { text: string; growing?: boolean; marks?: Marks | undefined }) {
  const { text, growing = false, marks } = props;
  if (text.length > maxFormatted) return <PlainText text={marks?.strip(text) ?? text} />;
  return (
    <MarksContext value={marks}>
      <div className={css['markdown']} data-growing={growing || undefined}>
        {growing ? <Growing text={text} /> : <Whole text={text} />}
      </div>
    </MarksContext>
  );
}

/** A text with its marks. */
function TextWithMarks({ text }: { text: string }) {
  return use(MarksContext)?.show(text) ?? text;
}

/** Code to copy has no marks. */
function Code({ text }: { text: string }) {
  return <Snippet label="code" code={use(MarksContext)?.strip(text) ?? text} />;
}

/** A complete text, formatted once. */
const Whole = memo(({ text }: { text: string }) => <>{toNodes(sanitise(marked.parser(read(text))))}</>);

/** A streaming text, formatted block by block, so that only the last block is formatted again. */
function Growing({ text }: { text: string }) {
  return read(text).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks keep their places; the last one grows.
    <Block key={index} raw={token.raw} token={token} />
  ));
}

/** One block, memoised by its text. */
const Block = memo(
  ({ token }: { raw: string; token: Token }) => <>{toNodes(sanitise(marked.parser([token])))}</>,
  (old, next) => old.raw === next.raw && old.token.type === next.token.type,
);

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Headings of a message rank below those of the page. */
const headingDepth = (depth: number) => Math.min(depth + 2, 6);

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => (/^<br\s*\/?>$/i.test(text.trim()) ? '<br>' : escapeHtml(text)),
    image: ({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    heading({ tokens, depth }) {
      return `<h${headingDepth(depth)}>${this.parser.parseInline(tokens)}</h${headingDepth(depth)}>`;
    },
  },
});

const read = (text: string) => ranked(lex(text, marked.defaults));

/** Has no heading rank more than one below the heading before it, so that assistive technology misses none. */
function ranked<Tokens extends Token[]>(tokens: Tokens): Tokens {
  let above = 0;
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    above = Math.min(Number(token['depth']), above + 1);
    Object.assign(token, { depth: above });
  }
  return tokens;
}

/** What an element is rendered as. */
type Make = (element: HTMLElement, key: number) => ReactNode;

const plain: Make = (element, key) => createElement(element.localName, { key }, toNodes(element));
const empty: Make = (element, key) => createElement(element.localName, { key });
const cell: Make = (element, key) => {
  const textAlign = (element.getAttribute('align') ?? 'left') as 'left' | 'center' | 'right';
  return createElement(element.localName, { key, style: { textAlign } }, toNodes(element));
};

/** The allowed elements; everything else is dropped. */
const elements: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(['p', 'strong', 'em', 'del', 'code', 'blockquote', 'ul', 'li'].map((tag) => [tag, plain])),
  ...Object.fromEntries(['h3', 'h4', 'h5', 'h6', 'thead', 'tbody', 'tr'].map((tag) => [tag, plain])),
  br: empty,
  hr: empty,
  th: cell,
  td: cell,
  ol: (list, key) => createElement('ol', { key, start: Number(list.getAttribute('start') ?? 1) }, toNodes(list)),
  pre: ({ textContent }, key) => <Code key={key} text={(textContent ?? '').replace(/\n$/, '')} />,
  a: (link, key) => <OuterLink key={key} href={link.getAttribute('href')} content={toNodes(link)} />,
  table: (table, key) => <Table key={key} content={toNodes(table)} />,
};

/** Keeps the elements in `elements`, with http(s) and mail addresses only. */
const purifier = DOMPurify(window);
purifier.setConfig({
  ALLOWED_TAGS: Object.keys(elements),
  ALLOWED_ATTR: ['href', 'align', 'start'],
  // Text that is not a link does not look like one.
  ADD_URI_SAFE_ATTR: ['align', 'start'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
});
const sanitise = (html: string): Node => purifier.sanitize(html, { RETURN_DOM_FRAGMENT: true });

const toNodes = (parent: Node): ReactNode[] => [...parent.childNodes].map(toNode);

/** The line breaks between table cells are not text. */
const betweenCells = /^(table|thead|tbody|tr)$/;

function toNode(node: Node, key: number): ReactNode {
  if (node instanceof HTMLElement) return elements[node.localName]?.(node, key);
  if (betweenCells.test(node.parentElement?.localName ?? '')) return null;
  return node.textContent === null ? null : <TextWithMarks key={key} text={node.textContent} />;
}

/** An external link, or its text if the address is not allowed. */
function OuterLink({ href, content }: { href: string | null; content: ReactNode }) {
  if (href === null) return content;
  return (
    <a href={href} target="_blank" rel="noopener nofollow" title={href}>
      {content}
    </a>
  );
}

function Table({ content }: { content: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section className={css['table']} tabIndex={0} aria-label="table">
      <table>{content}</table>
    </section>
  );
}
