import { Skeleton } from '@mantine/core';
import css from './counts.module.css';

/** Counts with their labels; skeletons while they load. Counts of 0 are left out, but not if all are 0. */
export function Counts({ rows }: { rows: readonly (readonly [label: string, count: number | undefined])[] }) {
  const some = rows.filter(([, count]) => count !== 0);
  return (
    <dl className={css['counts']}>
      {(some.length === 0 ? rows : some).map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count === undefined ? <Skeleton height={20} width={28} /> : count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}
