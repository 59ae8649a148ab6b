import { Button } from '@mantine/core';
import { isLost, lookAgain } from '../../api/connection.ts';
import { isOutdated } from '../../ui/loading/load-code.ts';
import { useStore } from '../../ui/loading/store.ts';
import { Icon } from '../../ui/page/icons.tsx';
import css from './notice.module.css';

/** Shows that the service is unreachable, or that it has a newer version of the dashboard. */
export function OfflineNotice() {
  const [lost, outdated] = [useStore(isLost), useStore(isOutdated)];
  if (!lost && !outdated) return null;
  return (
    <div role="status" className={css['notice']}>
      <Icon name={lost ? 'offline' : 'rotate'} />
      <span>
        {lost
          ? 'The server can’t be reached. Your input is kept; the dashboard keeps trying.'
          : 'The dashboard has been updated. Copy any unsaved input, then reload the page.'}
      </span>
      <Button size="compact-xs" variant="default" onClick={() => (lost ? void lookAgain() : location.reload())}>
        {lost ? 'Try now' : 'Reload'}
      </Button>
    </div>
  );
}
