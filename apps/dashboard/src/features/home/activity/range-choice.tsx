import { Button, SegmentedControl } from '@mantine/core';
import { Suspense } from 'react';
import { ranges } from '../../../ui/lists/range.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Popup } from '../../../ui/overlays/popup.tsx';
import { type Period, periodWords } from './period.ts';
import css from './range-choice.module.css';

const RangeForm = lazyNamed(() => import('./range-form.tsx').then((module) => module.RangeForm));

interface RangeChoiceProps {
  readonly label: string;
  readonly period: Period;
  readonly onChange: (period: Period) => void;
  readonly size?: 'xs' | 'sm';
}

/** Chooses the days of figures: some up to today, or any range. */
export function RangeChoice({ label, period, onChange, size = 'sm' }: RangeChoiceProps) {
  const isCustom = 'from' in period;
  return (
    <div className={css['choice']}>
      <SegmentedControl
        size={size}
        aria-label={label}
        data={ranges.map((range) => ({ value: String(range), label: `${range} days` }))}
        value={isCustom ? '' : String(period.days)}
        onChange={(chosen) => {
          const days = ranges.find((range) => String(range) === chosen);
          if (days !== undefined) onChange({ days });
        }}
      />
      <Popup
        label="Days shown"
        width={260}
        position="bottom-end"
        content={(close) => (
          <Suspense fallback={<div className={css['loading']} />}>
            <RangeForm
              period={period}
              onChoose={(chosen) => {
                close();
                onChange(chosen);
              }}
            />
          </Suspense>
        )}
      >
        <Button
          variant="default"
          size={size}
          data-set={isCustom || undefined}
          className={css['custom'] ?? ''}
          onPointerEnter={RangeForm.preload}
        >
          {isCustom ? periodWords(period) : 'Custom…'}
        </Button>
      </Popup>
    </div>
  );
}
