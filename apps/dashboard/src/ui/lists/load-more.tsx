import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import css from './load-more.module.css';

/** The part of an infinite query that loads further pages. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
}

/**
 * The end of a list that loads page by page: how many items are shown, and a button for the next page. The button is
 * disabled while a page loads: then it gets the focus back, or the count gets it once everything is loaded.
 */
export function LoadMore({ pages, shown, total }: { pages: Pages; shown: number; total: number | undefined }) {
  const [hasLoadedMore, setLoadedMore] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isWhole = !pages.hasNextPage;
  const isLoading = pages.isFetchingNextPage;
  useEffect(() => {
    if (isLoading || !hasLoadedMore || document.activeElement !== document.body) return;
    (isWhole ? note : button).current?.focus({ preventScroll: true });
  }, [isLoading, isWhole, hasLoadedMore]);
  if (isWhole && !hasLoadedMore) return null;
  const count = shown.toLocaleString('en');
  return (
    <div className={css['more']}>
      <p ref={note} tabIndex={-1} className={css['note']} role="status">
        {isWhole || total === undefined ? `${count} shown` : `${count} of ${total.toLocaleString('en')} shown`}
      </p>
      {!isWhole && (
        <Button
          ref={button}
          variant="default"
          loading={isLoading}
          onClick={() => {
            setLoadedMore(true);
            pages.fetchNextPage();
          }}
        >
          Load more
        </Button>
      )}
    </div>
  );
}
