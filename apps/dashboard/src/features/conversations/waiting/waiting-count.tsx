import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { inboxQueries } from '../../../api/queries/inbox-queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import markedIcon from '../../../favicon-waiting.svg';
import { useVisible } from '../../../ui/focus/use-visible.ts';
import { WaitingNumber } from '../../../ui/page/waiting-number.tsx';
import { toFilters } from '../filters/list-search.ts';

/** Time between two counts, in ms. Pages that follow the conversations count at each change, too. */
const interval = 30_000;

/** The number of conversations that wait for a person; nothing if none does. Marks the tab's icon while it is hidden. */
export function WaitingCount() {
  const { workspace } = useWorkspace();
  const { data: waiting = 0 } = useQuery({
    ...inboxQueries.count(toFilters(workspace._id, { view: 'waiting' })),
    refetchInterval: interval,
    refetchIntervalInBackground: true,
  });
  useMarkedIcon(waiting > 0);
  return <WaitingNumber count={waiting} />;
}

/** Gives the icon of the tab a dot while the tab is hidden. */
function useMarkedIcon(isMarked: boolean): void {
  const isVisible = useVisible();
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (isVisible || !isMarked || icon === null) return;
    const plain = icon.href;
    icon.href = markedIcon;
    return () => {
      icon.href = plain;
    };
  }, [isVisible, isMarked]);
}
