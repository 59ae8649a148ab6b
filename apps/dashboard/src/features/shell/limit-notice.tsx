import { isLost } from '../../api/connection.ts';
import { limitedUntil } from '../../api/rate-limit.ts';
import { Countdown, useSecondsLeft } from '../../ui/dialogs/countdown.tsx';
import { useStore } from '../../ui/loading/store.ts';
import { Icon } from '../../ui/page/icons.tsx';
import css from './notice.module.css';

/** Shows that the service refuses requests for a while (429), and when the page retries. */
export function LimitNotice() {
  const [until, lost] = [useStore(limitedUntil), useStore(isLost)];
  const left = useSecondsLeft(until);
  if (until === undefined || left === 0 || lost) return null;
  return (
    <div role="status" className={css['notice']}>
      <Icon name="gauge" />
      <span>
        <Countdown
          key={until}
          seconds={left}
          sentence={(time) => `Too many requests. This page tries again in ${time}.`}
        />
      </span>
    </div>
  );
}
