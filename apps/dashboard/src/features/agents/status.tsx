import css from './status.module.css';

/** Shows if an agent replies. */
export function StatusDot({ status }: { status: 'active' | 'inactive' }) {
  return (
    <span className={css['status']} data-status={status}>
      {status === 'active' ? 'Active' : 'Inactive'}
    </span>
  );
}
