import type { Usage } from '@parley/sdk';
import { useNow } from '../../ui/time/time.tsx';
import css from './limit-bar.module.css';
import { Meter } from './meter.tsx';

/** The requests of the current minute, live, and when the next one starts. */
export function LimitBar({ limit, used, resetsAt }: Usage['rateLimit']) {
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.ceil((Date.parse(resetsAt) - now) / 1_000));
  // The minute may end between two polls: the count then restarts at 0.
  const current = seconds === 0 ? 0 : Math.min(used, limit);
  return (
    <div>
      <div className={css['figures']}>
        <span className={css['used']}>{current.toLocaleString('en')}</span>
        <span className={css['limit']}>of {limit.toLocaleString('en')}</span>
        <span className={css['reset']}>
          {current === 0 ? 'Starts with the first request' : `Resets in ${seconds} s`}
        </span>
      </div>
      <Meter label="Requests this minute" used={current} limit={limit} />
    </div>
  );
}
