import { Button } from '@mantine/core';
import { isLost, lookAgain } from '../../api/connection.ts';
import { Icon } from '../../ui/icons.tsx';
import { useStore } from '../../ui/store.ts';
import css from './offline-notice.module.css';

/** Says that the service is out of reach, until it is back. */
export function OfflineNotice() {
  if (!useStore(isLost)) return null;
  return (
    <div role="status" className={css['notice']}>
      <Icon name="offline" />
      <span>The server can’t be reached. What you typed stays here; we go on looking.</span>
      <Button size="compact-xs" variant="default" onClick={() => void lookAgain()}>
        Look now
      </Button>
    </div>
  );
}
