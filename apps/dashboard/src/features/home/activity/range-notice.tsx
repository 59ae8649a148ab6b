import { usualRange } from '../../../ui/lists/range.ts';
import css from './activity.module.css';

/** Says why the days of the address aren't shown, and which are; nothing without a problem. */
export function RangeNotice({ problem }: { problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p role="status" className={css['notice']}>
      The days in the address can’t be shown. {problem} These are the last {usualRange} days.
    </p>
  );
}
