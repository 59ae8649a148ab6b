import type { Token } from 'marked';
import { memo } from 'react';
import css from './markdown.module.css';
import { blocks, type Marks, MarksContext } from './markdown-elements.tsx';
import { lex } from './markdown-lexer.ts';
import { PlainText } from './plain-text.tsx';

/** Longer texts are shown as plain text, in characters: formatting them would block the page. */
const maxFormatted = 100_000;

/**
 * Untrusted Markdown (GitHub flavour; line breaks are kept). HTML is shown as text, images become links, and links lead
 * only to http(s), mail and telephone addresses. `growing` while the text is still streaming. `marks` shows what stands
 * in the text for something else.
 */
export function Markdown(props: { text: string; growing?: boolean; marks?: Marks | undefined }) {
  const { text, growing = false, marks } = props;
  if (text.length > maxFormatted) return <PlainText text={marks?.strip(text) ?? text} />;
  return (
    <MarksContext value={marks}>
      <div className={css['markdown']} dir="auto" data-growing={growing || undefined}>
        {growing ? <Growing text={text} /> : <Whole text={text} />}
      </div>
    </MarksContext>
  );
}

/** A complete text, formatted once. */
const Whole = memo(({ text }: { text: string }) => <>{blocks(read(text))}</>);

/** A streaming text, formatted block by block, so that only the last block is formatted again. */
function Growing({ text }: { text: string }) {
  return read(text).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks keep their places; the last one grows.
    <Block key={index} raw={token.raw} token={token} />
  ));
}

/** One block, memoised by its text. */
const Block = memo(
  ({ token }: { raw: string; token: Token }) => <>{blocks([token])}</>,
  (old, next) => old.raw === next.raw && old.token.type === next.token.type,
);

const read = (text: string) => ranked(lex(text));

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
