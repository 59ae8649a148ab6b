import { Button } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { lazyNamed } from '../../../../ui/loading/lazy-named.ts';
import { type Filters, isFiltered } from '../../filters/list-search.ts';
import css from './summary.module.css';

const HereSwitch = lazyNamed(() => import('./here-switch.tsx').then((module) => module.HereSwitch));

interface SummaryProps extends Filters {
  readonly total: number | undefined;
  readonly onClear: () => void;
  /** The box that selects all. */
  readonly children: ReactNode;
}

/** The line above the list: how many it has, what removes the filters, whether the user is here, and whether it has trials of the playground. */
export function Summary({ search, total, onChange, onClear, children }: SummaryProps) {
  const hasTrials = search.playground !== undefined;
  return (
    <div className={css['summary']}>
      <span className={css['box']}>{children}</span>
      <span className={css['total']} role="status">
        {total === undefined ? '' : `${total.toLocaleString('en')} ${total === 1 ? 'conversation' : 'conversations'}`}
      </span>
      {isFiltered(search) && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onClear}>
          Clear
        </Button>
      )}
      <span className={css['end']}>
        <Suspense>
          <HereSwitch />
        </Suspense>
        <button
          type="button"
          className={css['chip']}
          aria-pressed={hasTrials}
          title={hasTrials ? 'Leave out trials of the playground' : 'Show trials of the playground, too'}
          onClick={() => onChange({ playground: hasTrials ? undefined : 'with' })}
        >
          {search.playground === 'only' ? 'Only trials' : 'Trials'}
        </button>
      </span>
    </div>
  );
}
