import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { connection } from '../../api/connection.ts';
import { Icon } from '../../ui/icons.tsx';
import css from './offline-notice.module.css';

/** Says that the service is out of reach, until it is back. */
export function OfflineNotice() {
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost);
  if (!isLost) return null;
  return (
    <div role="status" className={css['notice']}>
      <Icon name="offline" />
      <span>The server can’t be reached. What you typed stays here; we go on looking.</span>
      <Button size="compact-xs" variant="default" onClick={() => void connection.lookNow()}>
        Look now
      </Button>
    </div>
  );
}
