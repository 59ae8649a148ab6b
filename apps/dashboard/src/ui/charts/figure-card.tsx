import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './figure-card.module.css';

/** The height of the chart of a card, in pixels. */
export const chartHeight = 200;

/** Figures with the chart of their days. `nothing` is shown in place of the chart. */
export function FigureCard(props: {
  label: string;
  figures: ReactNode;
  isLoading: boolean;
  nothing: string | false;
  /** The height of the chart, in pixels. */
  height?: number;
  children: ReactNode;
}) {
  const { label, figures, isLoading, nothing, height = chartHeight, children } = props;
  return (
    <section className={css['card']} aria-label={label}>
      <div className={css['figures']}>{figures}</div>
      {isLoading && <Skeleton height={height} />}
      {!isLoading && nothing !== false && (
        <p className={css['nothing']} style={{ height }}>
          {nothing}
        </p>
      )}
      {!isLoading && nothing === false && children}
    </section>
  );
}

/** A figure of a card; undefined while it loads. `below` is a text about it. */
export function CardFigure(props: { label: string; value: string | undefined; isBad?: boolean; below?: ReactNode }) {
  const { label, value, isBad = false, below } = props;
  return (
    <div>
      <div className={css['label']}>{label}</div>
      <div className={css['value']} data-bad={isBad || undefined}>
        {value === undefined ? (
          <Skeleton height={20} width={44} />
        ) : (
          <span key={value} className={css['rolls']}>
            {value}
          </span>
        )}
      </div>
      {below}
    </div>
  );
}
