import css from './limit-bar.module.css';

/** The share of a limit from which on its bar warns. */
const warnAt = 0.8;

interface MeterProps {
  readonly label: string;
  readonly limit: number;
  /** At most the limit. */
  readonly value: number;
}

/** A bar that shows how much of a limit is in use. */
export function Meter({ label, limit, value }: MeterProps) {
  const share = limit === 0 ? 1 : value / limit;
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not let a meter element look alike everywhere.
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={value}
      className={css['track']}
    >
      <div className={css['fill']} data-high={share >= warnAt || undefined} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
