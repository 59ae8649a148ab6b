import css from './progress-bar.module.css';

/** A bar that shows how much of a task is done; without a total it shows only that something happens. */
export function ProgressBar(props: {
  label: string;
  done?: number | undefined;
  total?: number | null | undefined;
  words?: string | undefined;
}) {
  const { label, done = 0, total = null, words } = props;
  const share = total === null ? undefined : total === 0 ? 1 : Math.min(1, done / total);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext={words}
      {...(share !== undefined && {
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': Math.round(share * 100),
      })}
      className={css['track']}
      data-endless={share === undefined || undefined}
    >
      <div className={css['fill']} style={share === undefined ? undefined : { width: `${share * 100}%` }} />
    </div>
  );
}
