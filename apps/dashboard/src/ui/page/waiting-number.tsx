import { VisuallyHidden } from '@mantine/core';
import css from './waiting-number.module.css';

/** The number of things that wait, beside the link to them; nothing if none does. */
export function WaitingNumber({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={css['count']}>
      {count.toLocaleString('en')}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  );
}
