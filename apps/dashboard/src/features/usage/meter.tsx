import css from './meter.module.css';

/** The share of the limit from which on the bar warns. */
export const warnAt = 0.8;

/** A bar that shows how much of a limit is used; the figures beside it say the same in words. */
export function Meter({ label, used, limit }: { label: string; used: number; limit: number }) {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const state = share >= 1 ? 'full' : share >= warnAt ? 'high' : undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not let a meter element look alike everywhere.
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(used, limit)}
      className={css['track']}
    >
      <div className={css['fill']} data-state={state} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
