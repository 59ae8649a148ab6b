import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/page/icons.tsx';
import { preloadMarkdown } from './message/message.tsx';
import css from './transcript.module.css';

/** Distance from the end within which a transcript follows new messages, in pixels. */
const nearEnd = 48;

/** Older messages, which load as the user scrolls up. */
export interface Older {
  readonly isThere: boolean;
  readonly isLoading: boolean;
  load(): void;
}

/**
 * A scrollable list of messages. It follows new messages unless the user has scrolled up; then a button leads back to
 * the end. `first` is the ID of the first message: when it changes, the visible messages keep their position. With
 * `isAtEnd` false it doesn't follow before the user has scrolled to the end.
 */
export function Transcript(props: {
  label: string;
  first: string | undefined;
  older?: Older;
  isAtEnd?: boolean;
  children: ReactNode;
}) {
  const { label, first, older, isAtEnd = true, children } = props;
  const box = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(preloadMarkdown, []);
  const { isAway, toEnd, onScroll } = useEnd(box, content, { first, isAtEnd });
  return (
    <div className={css['frame']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <section ref={box} className={css['box']} tabIndex={0} aria-label={label} onScroll={onScroll}>
        {older?.isThere === true && <Earlier older={older} box={box} />}
        <div ref={content} className={css['messages']}>
          {children}
        </div>
      </section>
      {isAway && (
        <Button
          className={css['jump'] ?? ''}
          size="compact-sm"
          variant="default"
          radius="xl"
          leftSection={<Icon name="arrowDown" size={13} />}
          onClick={toEnd}
        >
          Jump to latest
        </Button>
      )}
    </div>
  );
}

/** Keeps a box scrolled to its end, or at the position the user chose. */
function useEnd(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { first, isAtEnd }: { first: string | undefined; isAtEnd: boolean },
) {
  const [isAway, setAway] = useState(false);
  const follows = useRef(isAtEnd);
  const height = useRef(0);

  const toEnd = () => {
    follows.current = true;
    setAway(false);
    box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages put before the first one count.
  useLayoutEffect(() => {
    if (box.current === null) return;
    if (!follows.current) box.current.scrollTop += box.current.scrollHeight - height.current;
    height.current = box.current.scrollHeight;
  }, [first]);
  useLayoutEffect(() => {
    const [inner, outer] = [content.current, box.current];
    if (inner === null || outer === null) return;
    const settle = () => {
      height.current = outer.scrollHeight;
      if (follows.current) outer.scrollTop = outer.scrollHeight;
    };
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(inner);
    observer.observe(outer);
    return () => observer.disconnect();
  }, [box, content]);

  const onScroll = () => {
    if (box.current === null) return;
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    // The content grew; the user did not scroll.
    if (scrollHeight !== height.current) return;
    follows.current = scrollHeight - scrollTop - clientHeight < nearEnd;
    setAway(!follows.current);
  };
  return { isAway, toEnd, onScroll };
}

/** Loads older messages when the user comes near the top. The button is for users who do not scroll. */
function Earlier({ older, box }: { older: Older; box: RefObject<HTMLElement | null> }) {
  const mark = useRef<HTMLDivElement>(null);
  const { isLoading, load } = older;
  useEffect(() => {
    if (mark.current === null || isLoading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && load(), {
      root: box.current,
      rootMargin: '240px 0px 0px',
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [isLoading, load, box]);
  return (
    <div ref={mark} className={css['earlier']}>
      {isLoading ? (
        <div className={css['coming']} role="status" aria-label="Loading earlier messages">
          <Skeleton height={10} width="22%" />
          <Skeleton height={10} width="64%" />
        </div>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => {
            // The button gives way to what loads.
            box.current?.focus({ preventScroll: true });
            load();
          }}
        >
          Earlier messages
        </Button>
      )}
    </div>
  );
}
