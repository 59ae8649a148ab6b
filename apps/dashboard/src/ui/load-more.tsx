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
 * The end of a list that loads page by page: how many items are shown, and a button for the next page. Once everything
 * is loaded, the focus moves from the button to the count, so that keyboard users keep their place.
 */
export function LoadMore({ pages, shown, total }: { pages: Pages; shown: number; total: number | undefined }) {
  const [hasLoadedMore, setLoadedMore] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  const isWhole = !pages.hasNextPage;
  useEffect(() => {
    if (isWhole && hasLoadedMore && document.activeElement === document.body) note.current?.focus();
  }, [isWhole, hasLoadedMore]);
  if (isWhole && !hasLoadedMore) return null;
  const count = shown.toLocaleString('en');
  return (
    <div className={css['more']}>
      <p ref={note} tabIndex={-1} className={css['note']} role="status">
        {isWhole || total === undefined ? `${count} shown` : `${count} of ${total.toLocaleString('en')} shown`}
      </p>
      {!isWhole && (
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
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
