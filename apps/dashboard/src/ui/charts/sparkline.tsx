import { useMemo } from 'react';
import css from './sparkline.module.css';

/** The size of the box of a sparkline, in its own units. */
const box = { width: 100, height: 24 };

/** Space above and below the line, which is drawn on both sides of its place. */
const margin = 2;

/**
 * The course of a figure, without a scale: what it is like beside the number says enough. A null has no value and is
 * passed over. For the eye alone: the chart or the table of the same values must be on the page.
 */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const path = useMemo(() => pathOf(values), [values]);
  return (
    <svg
      className={css['line']}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

/** The data of the path; empty with fewer than two values. */
export function pathOf(values: readonly (number | null)[]): string {
  const points = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  if (points.length < 2) return '';
  const max = Math.max(1, ...points.map(({ value }) => value));
  const last = values.length - 1;
  const xOf = (index: number) => round((index / last) * box.width);
  const yOf = (value: number) => round(box.height - margin - (value / max) * (box.height - 2 * margin));
  return `M${points.map(({ value, index }) => `${xOf(index)} ${yOf(value)}`).join('L')}`;
}

const round = (length: number) => Math.round(length * 10) / 10;
