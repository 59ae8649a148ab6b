import css from './unread.module.css';

/** Marks a row as unread; the row's link is described by it. */
export function UnreadDot({ id }: { id: string }) {
  return <span className={css['dot']} id={id} role="img" aria-label="Unread" title="Unread" />;
}
