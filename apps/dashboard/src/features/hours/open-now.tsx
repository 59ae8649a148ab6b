import type { WorkingHours } from '@parley/sdk';
import css from './hours.module.css';
import { momentWords } from './hours-values.ts';

/** Says whether it is open now by the saved hours, and else when it opens. */
export function OpenNow({ hours: { open, opensAt, timeZone } }: { hours: WorkingHours }) {
  const now = Date.now();
  const zone = timeZone ?? 'UTC';
  const opens =
    opensAt === null ? 'It opens at no time.' : `It opens on ${momentWords(Date.parse(opensAt), zone, now)}.`;
  return (
    <p className={css['now']} data-open={open || undefined} role="status">
      <strong>{open ? 'Open now' : 'Closed now'}</strong>
      <span>
        {!open && `${opens} `}
        {`It is ${momentWords(now, zone, now)} in ${zone}.`}
      </span>
    </p>
  );
}
