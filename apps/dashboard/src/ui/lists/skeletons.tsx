import { Skeleton } from '@mantine/core';
import css from './skeletons.module.css';

/** Placeholder for a page, in its layout, so that nothing shifts when it loads. */
export function PageSkeleton() {
  return (
    <div className={css['page']} aria-busy="true">
      <Skeleton height={22} width={180} mt={7} mb={31} />
      <TableSkeleton rows={6} />
    </div>
  );
}

/** Placeholder for the rows of a table. */
export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div className={css['table']} aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and stay where they are.
        <div key={index} className={css['row']}>
          <Skeleton height={12} width={`${30 + ((index * 17) % 30)}%`} />
          <Skeleton height={10} width={90} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder for the fields of a form. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are alike and stay where they are.
        <div key={index}>
          <Skeleton height={11} width={110} mb={8} mt={20} />
          <Skeleton height={36} />
        </div>
      ))}
    </div>
  );
}
