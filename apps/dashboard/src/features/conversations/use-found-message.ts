import type { Message } from '@parley/sdk';
import { useEffect, useRef } from 'react';
import type { Older } from '../chat/transcript.tsx';
import type { FoundSearch } from './filters/found-search.ts';

/** The name of the highlight in the style sheet. */
const name = 'found';

/** Max messages that are loaded on the way to the one that was found. */
const maxLoaded = 2_000;

/** Scrolls to the message that a search found, once it is loaded, and highlights its words. */
export function useFoundMessage(found: FoundSearch, all: readonly Message[] | undefined, older: Older): void {
  const shown = useRef<string>(undefined);
  const { message, find } = found;
  const isLoaded = all?.some(({ _id }) => _id === message) === true;
  const count = all?.length ?? 0;
  const { isThere, isLoading, load } = older;
  useEffect(() => {
    if (message === undefined || isLoaded || count === 0 || count > maxLoaded) return;
    if (isThere && !isLoading) load();
  }, [message, isLoaded, count, isThere, isLoading, load]);
  useEffect(() => {
    const element = isLoaded && message !== undefined ? elementOf(message) : null;
    if (element === null) return;
    if (shown.current !== message) {
      shown.current = message;
      element.scrollIntoView({ block: 'center' });
      element.focus({ preventScroll: true });
    }
    const words = find?.split(' ').filter((word) => word !== '') ?? [];
    const mark = () => CSS.highlights?.set(name, new Highlight(...rangesOf(element, words)));
    mark();
    // Markdown is rendered a little later.
    const observer = new MutationObserver(mark);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      CSS.highlights?.delete(name);
    };
  }, [message, find, isLoaded]);
}

const elementOf = (message: string): HTMLElement | null =>
  document.querySelector(`[data-message="${CSS.escape(message)}"]`);

/** The places of words in the text of an element. */
function rangesOf(element: HTMLElement, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const text = node.nodeValue ?? '';
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
