import type { Token } from 'marked';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { elementsOf, maxFormatted, readBlocks } from '../markdown.ts';

/** Untrusted Markdown. Only the blocks that changed are formatted again. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => (text.length > maxFormatted ? undefined : readBlocks(text)), [text]);
  if (blocks === undefined)
    return (
      <p class="plain" dir="auto">
        {text}
      </p>
    );
  return (
    <div class="markdown" dir="auto">
      {blocks.map((block, index) => (block.type === 'space' ? null : <Block key={index} block={block} />))}
    </div>
  );
}

function Block({ block }: { block: Token }) {
  const place = useRef<HTMLDivElement>(null);
  const { raw, type } = block;
  useLayoutEffect(() => place.current?.replaceChildren(elementsOf(block)), [raw, type]);
  return <div ref={place} />;
}
