import { Button } from '@mantine/core';
import { isLost, lookAgain } from '../../api/connection.ts';
import { Icon } from '../../ui/icons.tsx';
import { isOutdated } from '../../ui/load-code.ts';
import { useStore } from '../../ui/store.ts';
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
          ? 'The server can’t be reached. What you typed stays here; we go on looking.'
          : 'The dashboard has been renewed. Load the page anew to go on; copy first what you have typed.'}
      </span>
      <Button size="compact-xs" variant="default" onClick={() => (lost ? void lookAgain() : location.reload())}>
        {lost ? 'Look now' : 'Load anew'}
      </Button>
    </div>
  );
}
