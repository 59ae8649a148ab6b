import { isLost } from '../../api/connection.ts';
import { limitedUntil } from '../../api/limits.ts';
import { Countdown, useSecondsLeft } from '../../ui/countdown.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useStore } from '../../ui/store.ts';
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
