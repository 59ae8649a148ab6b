import type { Token } from 'marked';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { elementsOf, maxFormatted, readBlocks } from '../markdown.ts';
import type { Texts } from '../texts.ts';

/** Untrusted Markdown. Only the blocks that changed are formatted again. */
export function Markdown({ text, texts }: { text: string; texts: Texts }) {
  const blocks = useMemo(() => (text.length > maxFormatted ? undefined : readBlocks(text)), [text]);
  if (blocks === undefined)
    return (
      <p class="plain" dir="auto">
        {text}
      </p>
    );
  return (
    <div class="markdown">
      {blocks.map((block, index) =>
        block.type === 'space' ? null : <Block key={index} block={block} texts={texts} />,
      )}
    </div>
  );
}

function Block({ block, texts }: { block: Token; texts: Texts }) {
  const place = useRef<HTMLDivElement>(null);
  const { raw, type } = block;
  useLayoutEffect(() => place.current?.replaceChildren(elementsOf(block, texts)), [raw, type]);
  // Each block has a direction of its own; CSS does the same for the paragraphs in it.
  return <div ref={place} dir="auto" />;
}
