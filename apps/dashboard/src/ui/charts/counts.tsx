import { Skeleton } from '@mantine/core';
import css from './counts.module.css';

/** Counts with their labels; skeletons while they load. Counts of 0 are shown, so that nothing moves under the reader. */
export function Counts({ rows }: { rows: readonly (readonly [label: string, count: number | undefined])[] }) {
  return (
    <dl className={css['counts']}>
      {rows.map(([label, count]) => (
        <div key={label} data-none={count === 0 || undefined}>
          <dt>{label}</dt>
          <dd>{count === undefined ? <Skeleton height={20} width={28} /> : count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}
