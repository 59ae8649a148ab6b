import { quickReplyBlock, quickReplyOf } from '@parley/markdown/quick-replies';
import type { MarkedToken, Token, Tokens } from 'marked';
import { createContext, createElement, Fragment, type ReactNode, use } from 'react';
import { Snippet } from '../code/snippet.tsx';
import { outerAddress } from '../loading/outer-address.ts';
import { decoded } from './character-references.ts';
import css from './markdown.module.css';

/** Marks of a text: `show` renders the text with them, `strip` returns it without them. */
export interface Marks {
  show(text: string): ReactNode;
  strip(text: string): string;
}

export const MarksContext = createContext<Marks | undefined>(undefined);

/** A text with its marks. */
function TextWithMarks({ text }: { text: string }) {
  return use(MarksContext)?.show(text) ?? text;
}

/** Code to copy has no marks. */
function Code({ text }: { text: string }) {
  return <Snippet label="code" code={use(MarksContext)?.strip(text) ?? text} />;
}

/**
 * The elements of blocks. Nothing here is HTML: a token becomes one of the elements in these functions or a text, which
 * React escapes, and no attribute comes from a token but a link's address, a list's start and a cell's alignment.
 */
export const blocks = (tokens: readonly Token[]): ReactNode[] =>
  tokens.map((token, index) => block(token as MarkedToken, index));

function block(token: MarkedToken, key: number): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p key={key}>{inlines(token.tokens, false)}</p>;
    case 'heading':
      // Headings of a message rank below those of the page.
      return createElement(`h${Math.min(token.depth + 2, 6)}`, { key }, inlines(token.tokens, false));
    case 'code':
      return token.lang?.trim() === quickReplyBlock ? (
        quickReplies(token.text, key)
      ) : (
        <Code key={key} text={token.text.replace(/\n$/, '')} />
      );
    case 'blockquote':
      return <blockquote key={key}>{blocks(token.tokens)}</blockquote>;
    case 'list':
      return list(token, key);
    case 'table':
      return table(token, key);
    case 'hr':
      return <hr key={key} />;
    case 'space':
    case 'def':
      return null;
    default:
      return inline(token, key, false);
  }
}

/** Replies that a visitor can choose, as a list. */
const quickReplies = (text: string, key: number) => (
  <ul key={key} aria-label="Quick replies">
    {text
      .split('\n')
      .map(quickReplyOf)
      .filter(Boolean)
      .map((reply) => (
        <li key={reply}>{reply}</li>
      ))}
  </ul>
);

function list({ ordered, start, items }: Tokens.List, key: number): ReactNode {
  const content = items.map((item, index) => <li key={String(index)}>{blocks(item.tokens)}</li>);
  if (!ordered) return <ul key={key}>{content}</ul>;
  return (
    <ol key={key} start={Number(start)}>
      {content}
    </ol>
  );
}

function table({ header, rows }: Tokens.Table, key: number): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section key={key} className={css['table']} tabIndex={0} aria-label="table">
      <table>
        <thead>{row(header, 0)}</thead>
        {rows.length > 0 && <tbody>{rows.map(row)}</tbody>}
      </table>
    </section>
  );
}

const row = (cells: readonly Tokens.TableCell[], key: number) => <tr key={key}>{cells.map(cell)}</tr>;

function cell({ header, align, tokens }: Tokens.TableCell, key: number): ReactNode {
  return createElement(header ? 'th' : 'td', { key, style: { textAlign: align ?? 'left' } }, inlines(tokens, false));
}

const inlines = (tokens: readonly Token[], isInLink: boolean): ReactNode[] =>
  tokens.map((token, index) => inline(token as MarkedToken, index, isInLink));

function inline(token: MarkedToken, key: number, isInLink: boolean): ReactNode {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return createElement(token.type, { key }, inlines(token.tokens, isInLink));
    case 'br':
      return <br key={key} />;
    case 'codespan':
      return (
        <code key={key}>
          <TextWithMarks text={token.text} />
        </code>
      );
    case 'link':
    case 'image':
      return link(token, key, isInLink);
    case 'text':
      if (token.tokens !== undefined) return <Fragment key={key}>{inlines(token.tokens, isInLink)}</Fragment>;
      return <TextWithMarks key={key} text={decoded(token.text)} />;
    default:
      return literal(token, key);
  }
}

/** Renders a token's text without decoding character references. HTML is such a text, too, except for a line break. */
function literal(token: MarkedToken, key: number): ReactNode {
  switch (token.type) {
    case 'html':
      if (/^<br\s*\/?>$/i.test(token.text.trim())) return <br key={key} />;
      return <TextWithMarks key={key} text={token.text} />;
    case 'escape':
      return <TextWithMarks key={key} text={token.text} />;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    default:
      return null;
  }
}

/** An external link, or its text if the address is not allowed or it stands in another link. An image is a link to it. */
function link(token: Tokens.Link | Tokens.Image, key: number, isInLink: boolean): ReactNode {
  const isLiteral = token.type === 'link' && token['autolink'] === true;
  const written = isLiteral ? token.href : decoded(token.href);
  const address = isInLink ? undefined : outerAddress(written);
  const content = isLiteral ? (
    <TextWithMarks text={token.text} />
  ) : (
    linked(token, written, isInLink || address !== undefined)
  );
  if (address === undefined) return <Fragment key={key}>{content}</Fragment>;
  return (
    <a key={key} href={address} target="_blank" rel="noopener nofollow" title={address}>
      {content}
    </a>
  );
}

/** The text of a link, or the description of an image, whose own links are of no use. */
function linked(token: Tokens.Link | Tokens.Image, written: string, isInLink: boolean): ReactNode {
  if (token.type === 'link') return inlines(token.tokens, isInLink);
  return token.text === '' ? <TextWithMarks text={written} /> : inlines(token.tokens, true);
}
